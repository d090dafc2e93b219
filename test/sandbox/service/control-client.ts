import type { Hash } from 'viem'
import type { NativeForm } from '../chains/ledger.ts'
import type { SubmitCount } from './book.ts'
import type { FaultKind } from './faults.ts'
import type { RecordedCall } from './recorded-calls.ts'
import type { AnyShape, Life, OfferTerms, Outcome, Pace } from './service-settings.ts'
import type { TrueRequest } from './truth.ts'

/** A scripted fault; `Fault` explains `value` by kind. Without `times` it stays until it is cleared. */
export interface FaultAsk {
  readonly endpoint: string
  readonly kind: FaultKind
  readonly value?: unknown
  readonly times?: number
}

/** The `/_sandbox` calls as functions. Each throws the sandbox's message if it refuses. */
export interface Control {
  reset(): Promise<void>
  pace(pace: Partial<Pace>): Promise<void>
  life(life: Partial<Life>): Promise<void>
  /** Sets the terms of later quotes. Omitted ones return to their start values. */
  offer(terms: Partial<OfferTerms>): Promise<void>
  next(outcome: Outcome, count?: number): Promise<void>
  fault(fault: FaultAsk): Promise<void>
  clearFaults(): Promise<void>
  shape(shape: AnyShape): Promise<void>
  /** Sets the input of native requests through the inbox, in quotes and contracts. */
  native(form: NativeForm): Promise<void>
  /** Sets the delegate that the service chooses by itself; null: the requested one, else the user. */
  delegate(address: string | null): Promise<void>
  affiliates(id: string, takers: readonly string[]): Promise<void>
  /**
   * Sets the origins that may POST, and the network addresses that may with any origin. `everyRequest`: GETs
   * need a listed origin too.
   */
  origins(allow: readonly string[], addresses?: readonly string[], everyRequest?: boolean): Promise<void>
  /** Simulates a deposit on a far chain, of another token if one is named. */
  deposit(requestHash: Hash, amount: string, token?: string): Promise<void>
  expire(requestHash: Hash): Promise<void>
  /**
   * Sets the price and age of a price feed; null: it reverts. The native address selects the native
   * currency's feed.
   */
  feed(chainId: number, token: string, price: string | null, ageSeconds?: number): Promise<void>
  counters(): Promise<{
    perMinute: { [client: string]: number }
    /** By request hash; manual routes by source transaction. */
    submits: { [requestHash: string]: SubmitCount }
    builds: { [quoteId: string]: number }
  }>
  /** The requests to the interface since the reset, the oldest first. */
  asked(): Promise<RecordedCall[]>
  /** The balances of an address; on far chains the sum of its payments. */
  balances(address: string): Promise<{ [chainId: string]: { [token: string]: string } }>
  truth(): Promise<{ requests: TrueRequest[]; problems: string[] }>
}

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
    asked: async () => ((await call('GET', 'asked')) as { calls: RecordedCall[] }).calls,
    counters: () => call('GET', 'counters') as ReturnType<Control['counters']>,
    balances: (address) => call('GET', `balances?address=${address}`) as ReturnType<Control['balances']>,
    truth: () => call('GET', 'truth') as ReturnType<Control['truth']>,
  }
}
