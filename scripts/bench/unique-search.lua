-- For wrk: a search that nobody made before, with the same result. Its number is written in blanks: "+" is 0, a tab 1.
local count = os.time() * 100000
request = function()
  count = count + 1
  local blanks = {}
  local rest = count
  while rest > 0 do
    blanks[#blanks + 1] = rest % 2 == 0 and "+" or "%09"
    rest = math.floor(rest / 2)
  end
  return wrk.format(nil, wrk.path .. "+" .. table.concat(blanks) .. "%09")
end
