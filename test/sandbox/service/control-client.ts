import type { Hash } from 'viem'
import type { NativeForm } from '../chains/ledger.ts'
import type { AskedCall } from './asked.ts'
import type { SubmitCount } from './book.ts'
import type { FaultKind } from './faults.ts'
import type { AnyShape, Life, OfferTerms, Outcome, Pace } from './knobs.ts'
import type { TrueRequest } from './truth.ts'

/** A fault to script; see `Fault` for what `value` means by kind. Without `times` it stays until cleared. */
export interface FaultAsk {
  readonly endpoint: string
  readonly kind: FaultKind
  readonly value?: unknown
  readonly times?: number
}

/** The `/_sandbox` calls as functions; each throws with the sandbox's own words when it refuses. */
export interface Control {
  reset(): Promise<void>
  pace(pace: Partial<Pace>): Promise<void>
  life(life: Partial<Life>): Promise<void>
  /** What the quotes from now on bring and suggest; what is left out is as at the start. */
  offer(terms: Partial<OfferTerms>): Promise<void>
  next(outcome: Outcome, count?: number): Promise<void>
  fault(fault: FaultAsk): Promise<void>
  clearFaults(): Promise<void>
  shape(shape: AnyShape): Promise<void>
  /** How native requests through the inbox name their input from now on, in quotes and contracts. */
  native(form: NativeForm): Promise<void>
  /** The delegate that the service chooses by itself from now on; null: the requested one, else the user. */
  delegate(address: string | null): Promise<void>
  /** Who may take fees for an affiliate id from now on; nobody else for that id. */
  affiliates(id: string, takers: readonly string[]): Promise<void>
  /** Who may POST from now on: origins, and network addresses from which any origin may; `everyRequest`: who may GET, too. */
  origins(allow: readonly string[], addresses?: readonly string[], everyRequest?: boolean): Promise<void>
  /** Plays a deposit on a chain that does not run here; of another token of that chain where one is named. */
  deposit(requestHash: Hash, amount: string, token?: string): Promise<void>
  /** Ends the life of a deposit address now. */
  expire(requestHash: Hash): Promise<void>
  /** Makes a price feed tell a price so old; null: it reverts. Of a chain's own currency under the native address. */
  feed(chainId: number, token: string, price: string | null, ageSeconds?: number): Promise<void>
  counters(): Promise<{
    perMinute: { [client: string]: number }
    /** By request hash; of manual routes by source transaction. */
    submits: { [requestHash: string]: SubmitCount }
    /** How often each manual quote was built. */
    builds: { [quoteId: string]: number }
  }>
  /** What the interface was asked since the reset, the oldest first. */
  asked(): Promise<AskedCall[]>
  /** Of a far chain's address what was paid to it. */
  balances(address: string): Promise<{ [chainId: string]: { [token: string]: string } }>
  truth(): Promise<{ requests: TrueRequest[]; problems: string[] }>
}

/** The controls of the sandbox whose service answers at `baseUrl`. */
export function controlOf(baseUrl: string): Control {
  const call = async (method: string, path: string, body?: unknown): Promise<unknown> => {
    const response = await fetch(`${baseUrl}/_sandbox/${path}`, {
      method,
      ...(body === undefined
        ? {}
        : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    })
    const answer: unknown = await response.json()
    if (!response.ok) throw new Error(`/_sandbox/${path}: ${JSON.stringify(answer)}`)
    return answer
  }
  const post = async (path: string, body: unknown): Promise<void> => {
    await call('POST', path, body)
  }
  return {
    reset: () => post('reset', {}),
    pace: (pace) => post('pace', pace),
    life: (life) => post('life', life),
    offer: (terms) => post('offer', terms),
    next: (outcome, count = 1) => post('next', { outcome, count }),
    fault: (fault) => post('fault', fault),
    clearFaults: async () => {
      await call('DELETE', 'fault')
    },
    shape: (shape) => post('shape', { shape }),
    affiliates: (id, takers) => post('affiliates', { id, takers }),
    delegate: (address) => post('delegate', { address }),
    native: (form) => post('native', { form }),
    origins: (allow, addresses = [], everyRequest = false) =>
      post('origins', { allow, addresses, everyRequest }),
    deposit: (requestHash, amount, token) => post('deposit', { requestHash, amount, token }),
    expire: (requestHash) => post('expire', { requestHash }),
    feed: (chainId, token, price, ageSeconds = 0) => post('feed', { chainId, token, price, ageSeconds }),
    asked: async () => ((await call('GET', 'asked')) as { calls: AskedCall[] }).calls,
    counters: () => call('GET', 'counters') as ReturnType<Control['counters']>,
    balances: (address) => call('GET', `balances?address=${address}`) as ReturnType<Control['balances']>,
    truth: () => call('GET', 'truth') as ReturnType<Control['truth']>,
  }
}
