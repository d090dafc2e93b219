import { clock } from '../../entrypoints/background/browser-rules.ts'
import { timers } from '../../lib/platform/timers.ts'
import { type Client, createService, type ServicePorts } from '../../lib/service/client.ts'
import { noPause } from '../harness/no-pause.ts'

export function liveClient(
  deployment: ServicePorts['deployment'],
  fetch: ServicePorts['fetch'] = globalThis.fetch,
): Client {
  return createService({ deployment, fetch, clock, timers, pause: noPause, random: () => 0 })
}
