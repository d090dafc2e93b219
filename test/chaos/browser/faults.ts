import type { Control, FaultAsk } from '../../sandbox/service/control-client.ts'
import type { Random } from './random.ts'
import { repeatAtRandom } from './repeat-at-random.ts'

const status = '/result/exchangeStatusCode'

/** Faults of a service that is slow, wrong or down for a moment. None of them reports a false end. */
const faults: readonly FaultAsk[] = [
  { endpoint: '*', kind: 'delay', value: 1_500, times: 3 },
  { endpoint: 'status', kind: 'delay', value: 4_000, times: 1 },
  { endpoint: 'submit', kind: 'delay', value: 3_000, times: 1 },
  { endpoint: 'submit', kind: 'dropBefore', times: 1 },
  { endpoint: 'submit', kind: 'dropAfterAccept', times: 1 },
  { endpoint: 'submit', kind: 'status', value: 500, times: 2 },
  { endpoint: 'submit', kind: 'html', times: 1 },
  { endpoint: 'status', kind: 'status', value: 500, times: 2 },
  { endpoint: 'status', kind: 'html', times: 2 },
  { endpoint: 'status', kind: 'truncated', times: 1 },
  { endpoint: 'status', kind: 'redirect', times: 1 },
  { endpoint: 'status', kind: 'duplicateKeys', times: 1 },
  { endpoint: 'status', kind: 'field', value: { pointer: status, value: 99 }, times: 1 },
  { endpoint: 'quote', kind: 'status', value: 503, times: 1 },
  { endpoint: 'quote', kind: 'drip', value: 2, times: 1 },
  { endpoint: '*', kind: 'dropBefore' },
]

/** Makes the service fail at random until the returned function is called. Then it works again. */
export function changeFaults(control: Control, random: Random): () => Promise<void> {
  return repeatAtRandom(
    random,
    () => control.fault(random.one(faults)),
    () => control.clearFaults(),
  )
}
