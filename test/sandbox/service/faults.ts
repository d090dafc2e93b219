import { isRecord, pointerKeys } from './json-pointer.ts'

export const faultKinds = [
  'delay',
  'dropBefore',
  'dropAfterAccept',
  'status',
  'html',
  'truncated',
  'field',
  'redirect',
  'drip',
  'duplicateKeys',
] as const
export type FaultKind = (typeof faultKinds)[number]

/**
 * One scripted fault. `times` is the number of requests that it hits; null: until it is deleted. `value` by
 * kind:
 * - `delay`: milliseconds.
 * - `status`: HTTP status.
 * - `html`: page text or HTTP status.
 * - `truncated`: bytes that are sent.
 * - `field`, `duplicateKeys`: `{pointer, value}`.
 * - `redirect`: address or HTTP status.
 * - `drip`: milliseconds between bytes.
 */
export interface Fault {
  readonly endpoint: string
  readonly kind: FaultKind
  readonly value: unknown
  times: number | null
}

/** The faults of a request: at most one delay and one other. */
export interface RequestFaults {
  readonly delayMs: number
  readonly fault: Fault | null
}

/** The script of faults, used in the order in which they were posted. Endpoint `*` matches every endpoint. */
export class Faults {
  #script: Fault[] = []

  add(fault: Fault): void {
    checkValue(fault)
    this.#script.push(fault)
  }

  clear(): void {
    this.#script = []
  }

  takeFaults(endpoint: string): RequestFaults {
    const mine = this.#script.filter((fault) => fault.endpoint === endpoint || fault.endpoint === '*')
    const delay = mine.find(({ kind }) => kind === 'delay')
    const other = mine.find(({ kind }) => kind !== 'delay')
    for (const fault of [delay, other]) if (fault && fault.times !== null) fault.times -= 1
    this.#script = this.#script.filter(({ times }) => times === null || times > 0)
    return { delayMs: typeof delay?.value === 'number' ? delay.value : 0, fault: other ?? null }
  }
}

function checkValue({ kind, value }: Fault): void {
  const wrong = (wanted: string) => new Error(`the value of a ${kind} fault must be ${wanted}`)
  const whole = Number.isInteger(value) && Number(value) >= 0
  if (kind === 'delay' && !whole) throw wrong('whole milliseconds')
  if (kind === 'status' && !isStatus(value)) throw wrong('an HTTP status from 200 to 599')
  if (kind === 'html' && value != null && typeof value !== 'string' && !isStatus(value))
    throw wrong('a text, an HTTP status or absent')
  if (kind === 'redirect' && value != null && typeof value !== 'string' && !isStatus(value))
    throw wrong('an address, an HTTP status or absent')
  if ((kind === 'truncated' || kind === 'drip') && value != null && !whole)
    throw wrong('a whole number or absent')
  if (kind === 'field' || (kind === 'duplicateKeys' && value != null)) {
    if (!isRecord(value) || typeof value.pointer !== 'string') throw wrong('{pointer, value}')
    pointerKeys(value.pointer)
  }
}

function isStatus(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 200 && value <= 599
}
