"""All that is shown or written: tables, pages, pictures, JSON and JUnit.

May import: fuzz, latency, mutate, testbench and below.
"""
