-- For wrk: a new search each time, with the same result.
local count = 0
request = function()
  count = count + 1
  return wrk.format(nil, wrk.path .. "+" .. string.rep("%09", count % 13) .. string.rep("+", math.floor(count / 13)))
end
