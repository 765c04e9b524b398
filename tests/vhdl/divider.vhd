-- A divider: restoring division, a bit of the quotient a cycle.
library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;

entity divider is
  generic (WIDTH : natural := 12);
  port (
    clk, rst : in std_logic;
    req_valid : in std_logic;
    req_ready : out std_logic;
    req_op : in std_logic;
    req_dividend, req_divisor : in std_logic_vector(WIDTH - 1 downto 0);
    resp_valid : out std_logic;
    resp_ready : in std_logic;
    resp_reason : out std_logic_vector(1 downto 0);
    resp_quotient, resp_remainder : out std_logic_vector(WIDTH - 1 downto 0)
  );
end entity;

architecture rtl of divider is
  type state_t is (IDLE, STEP, RESPOND);
  signal state : state_t;
  signal reason : std_logic_vector(1 downto 0);
  signal quotient, divisor, remainder : unsigned(WIDTH - 1 downto 0);
  signal left : natural range 0 to WIDTH;
  signal negative, negative_rest : std_logic;
begin
  process (clk)
    variable shifted : unsigned(WIDTH downto 0);
    variable a, b : unsigned(WIDTH - 1 downto 0);
  begin
    if rising_edge(clk) then
      case state is
        when IDLE =>
          if req_valid = '1' then
            a := unsigned(req_dividend);
            b := unsigned(req_divisor);
            negative <= req_op and (a(WIDTH - 1) xor b(WIDTH - 1));
            negative_rest <= req_op and a(WIDTH - 1);
            if req_op = '1' and a(WIDTH - 1) = '1' then a := 0 - a; end if;
            if req_op = '1' and b(WIDTH - 1) = '1' then b := 0 - b; end if;
            remainder <= (others => '0');
            divisor <= b;
            left <= WIDTH;
            state <= STEP;
            reason <= "00";
            quotient <= a;
            if b = 0 or (req_op = '1' and unsigned(req_dividend) = 2 ** (WIDTH - 1) and signed(req_divisor) = -1) then
              reason <= "01";
              if b /= 0 then reason <= "10"; end if;
              quotient <= (others => '0');
              state <= RESPOND;
            end if;
          end if;
        when STEP =>
          shifted := remainder & quotient(WIDTH - 1);
          if shifted >= divisor then
            shifted := shifted - divisor;
            quotient <= quotient(WIDTH - 2 downto 0) & '1';
          else
            quotient <= quotient(WIDTH - 2 downto 0) & '0';
          end if;
          remainder <= shifted(WIDTH - 1 downto 0);
          left <= left - 1;
          if left = 1 then state <= RESPOND; end if;
        when RESPOND =>
          if resp_ready = '1' then state <= IDLE; end if;
      end case;
      if rst = '1' then
        state <= IDLE;
        reason <= "00";
        quotient <= (others => '0');
        remainder <= (others => '0');
        negative <= '0';
        negative_rest <= '0';
      end if;
    end if;
  end process;

  req_ready <= '1' when state = IDLE else '0';
  resp_valid <= '1' when state = RESPOND else '0';
  resp_reason <= reason;
  resp_quotient <= std_logic_vector(0 - quotient) when negative = '1' else std_logic_vector(quotient);
  resp_remainder <= std_logic_vector(0 - remainder) when negative_rest = '1' else std_logic_vector(remainder);
end architecture;
