-- What wrk posts, so that the load is not the project's own:
--   wrk --threads 1 --connections 64 --duration 10s --latency --script submissions.lua \
--     http://ADDRESS/api/v1/surveys/five/submissions
-- The survey is the one that `load publish` publishes. The reports are always the same; each
-- submission has a report id of its own, spread as ids of devices are.
local body = '{"version":1,"report_id":"%s","reports":{"member":0,"age":"Bg","region":[4],"job":10,"party":[35,6]}}'

wrk.method = "POST"
wrk.headers["content-type"] = "application/json"

function init()
  local file = assert(io.open("/dev/urandom", "rb"))
  local seed = 0
  for byte in file:read(6):gmatch(".") do
    seed = seed * 256 + byte:byte()
  end
  file:close()
  math.randomseed(seed)
end

local random, format = math.random, string.format
local top = 2 ^ 31 - 1

function request()
  local id = format("%08x%08x%08x%08x", random(0, top), random(0, top), random(0, top), random(0, top))
  return wrk.format(nil, nil, nil, format(body, id))
end
