"""All that is shown or written: tables, pages, pictures, JSON and JUnit.

May import: everything but the commands."""
