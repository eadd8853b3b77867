-- The requests of the load test, in turn. One in ten is for a product that does not exist.
local requests, turn = {}, 0

function init()
  local json = { ["Content-Type"] = "application/json" }
  local order = wrk.format("POST", "/orders", json, '{"product":7,"quantity":1}')
  requests[1] = order
  for id = 1, 4 do requests[#requests + 1] = wrk.format("GET", "/products/" .. id) end
  requests[#requests + 1] = wrk.format("GET", "/products")
  requests[#requests + 1] = wrk.format("GET", "/orders/1")
  requests[#requests + 1] = order
  requests[#requests + 1] = wrk.format("GET", "/products/999")
  requests[#requests + 1] = wrk.format("GET", "/orders/1")
end

function request()
  turn = turn % #requests + 1
  return requests[turn]
end
