import { isDecimalText } from '../../../lib/base/decimal.ts'
import { isAddress } from '../../../lib/base/hex.ts'
import { Refusal } from './envelope.ts'
import { type FaultKind, type Faults, faultKinds } from './faults.ts'
import { isRecord } from './json-pointer.ts'
import { Query } from './query.ts'
import type { Rate } from './rate.ts'
import type { RecordedCalls } from './recorded-calls.ts'
import { routes } from './routes.ts'
import type { ServiceParts } from './service-parts.ts'
import { type Life, outcomes, type Pace, shapes } from './service-settings.ts'
import { trueRequest } from './truth.ts'

export interface ControlParts {
  readonly parts: ServiceParts
  readonly faults: Faults
  readonly rate: Rate
  readonly requested: RecordedCalls
  readonly reset: () => Promise<void>
}

type Body = Record<string, unknown>
type Control = (at: ControlParts, body: Body, params: URLSearchParams) => unknown

/** The `/_sandbox` calls by method and path. Each answers plain JSON or throws a Refusal. */
const controls: { readonly [call: string]: Control } = {
  'POST reset': async ({ reset }) => {
    await reset()
    return { ok: true }
  },
  'POST pace': ({ parts: { serviceSettings } }, body) => {
    serviceSettings.pace = { ...serviceSettings.pace, ...numbers<Pace>(body, serviceSettings.pace, 0) }
    return serviceSettings.pace
  },
  'POST life': ({ parts: { serviceSettings } }, body) => {
    serviceSettings.life = { ...serviceSettings.life, ...numbers<Life>(body, serviceSettings.life, 1) }
    return serviceSettings.life
  },
  'POST offer': ({ parts: { serviceSettings } }, { lessPercent = '0', suggestedSlippage = null }) => {
    if (typeof lessPercent !== 'string' || !/^\d{1,2}(\.\d{1,4})?$/.test(lessPercent))
      throw new Refusal(400, 'lessPercent must be a percentage as text, with at most four decimals')
    if (suggestedSlippage !== null && typeof suggestedSlippage !== 'number')
      throw new Refusal(400, 'suggestedSlippage must be a number or null')
    serviceSettings.offer = { lessPercent, suggestedSlippage }
    return serviceSettings.offer
  },
  'POST next': ({ parts: { serviceSettings } }, { outcome, count = 1 }) => {
    serviceSettings.plan(oneOf('outcome', outcome, outcomes), whole('count', count, 1))
    return { ok: true }
  },
  'POST fault': ({ faults }, { endpoint, kind, value, times }) => {
    const name = oneOf('endpoint', endpoint, ['*', ...routes.map((route) => route.name)])
    const known: FaultKind = oneOf('kind', kind, faultKinds)
    const left = times == null ? null : whole('times', times, 1)
    try {
      faults.add({ endpoint: name, kind: known, value, times: left })
    } catch (error) {
      throw new Refusal(400, error instanceof Error ? error.message : String(error))
    }
    return { ok: true }
  },
  'DELETE fault': ({ faults }) => {
    faults.clear()
    return { ok: true }
  },
  'POST shape': ({ parts: { serviceSettings } }, { shape }) => {
    const wanted = oneOf('shape', shape, shapes)
    serviceSettings.setShape(wanted)
    return { shape: wanted }
  },
  'POST native': async ({ parts: { serviceSettings, ledger } }, { form }) => {
    const wanted = oneOf('form', form, ['wrapped', 'constant'] as const)
    await ledger.setNativeForm(wanted)
    serviceSettings.nativeForm = wanted
    return { form: wanted }
  },
  'POST delegate': ({ parts: { serviceSettings } }, { address }) => {
    if (address !== null && !isAddress(address)) throw new Refusal(400, 'address must be an address or null')
    serviceSettings.delegate = address
    return { address }
  },
  'POST affiliates': ({ parts: { serviceSettings } }, { id, takers }) => {
    if (typeof id !== 'string' || id === '') throw new Refusal(400, 'id must be a text')
    if (!isTexts(takers) || !takers.every(isAddress))
      throw new Refusal(400, 'takers must be a list of addresses')
    serviceSettings.affiliates = new Map([
      ...serviceSettings.affiliates,
      [id, new Set(takers.map((one) => one.toLowerCase()))],
    ])
    return { id, takers }
  },
  'POST origins': ({ parts: { serviceSettings } }, { allow, addresses = [], everyRequest = false }) => {
    if (!isTexts(allow)) throw new Refusal(400, 'allow must be a list of origins')
    if (!isTexts(addresses)) throw new Refusal(400, 'addresses must be a list of network addresses')
    if (typeof everyRequest !== 'boolean') throw new Refusal(400, 'everyRequest must be true or false')
    serviceSettings.origins = new Set(allow)
    serviceSettings.addresses = new Set(addresses)
    serviceSettings.everyRequest = everyRequest
    return { allow, addresses, everyRequest }
  },
  'POST deposit': ({ parts: { book, solver } }, { requestHash, amount, token = null }) => {
    const offer = [...book.deposits.values()].find((one) => one.requestHash === requestHash)
    if (!offer) throw new Refusal(400, 'no deposit route was quoted for this request')
    if (typeof amount !== 'string' || !/^[1-9]\d{0,77}$/.test(amount))
      throw new Refusal(400, 'amount must be a positive whole number as text')
    if (token !== null && typeof token !== 'string') throw new Refusal(400, 'token must be an address')
    solver.simulateDeposit(offer, BigInt(amount), token)
    return { ok: true }
  },
  'POST expire': ({ parts: { book } }, { requestHash }) => {
    const offer = [...book.deposits.values()].find((one) => one.requestHash === requestHash)
    if (!offer) throw new Refusal(400, 'no deposit route was quoted for this request')
    book.deposits.set(offer.requestHash, { ...offer, expirySeconds: Math.floor(Date.now() / 1000) - 1 })
    return { ok: true }
  },
  'POST feed': async ({ parts: { ledger } }, { chainId, token, price, ageSeconds = 0 }) => {
    if (price !== null && !isDecimalText(price)) throw new Refusal(400, 'price must be decimal text or null')
    if (!isAddress(token)) throw new Refusal(400, 'token must be an address')
    await ledger.setFeed(whole('chainId', chainId, 1), token, price, whole('ageSeconds', ageSeconds, 0))
    return { ok: true }
  },
  'GET asked': ({ requested: asked }) => ({ calls: asked.calls }),
  'GET counters': ({ parts: { book }, rate }) => ({
    perMinute: rate.perMinute(Date.now()),
    submits: Object.fromEntries(book.submits),
    builds: Object.fromEntries(
      [...book.manual.values()]
        .filter(({ builds }) => builds > 0)
        .map(({ quoteId, builds }) => [quoteId, builds]),
    ),
  }),
  'GET balances': async ({ parts: { ledger, far } }, _body, params) => {
    const query = new Query(params)
    const text = query.required('address')
    if (!text.startsWith('0x')) return far.balances(text)
    return ledger.balances(query.address('address') ?? '0x')
  },
  'GET truth': ({ parts: { book, solver } }) => ({
    requests: [...book.requests.values()].map(trueRequest),
    problems: solver.problems,
  }),
}

/** Runs one control; throws a Refusal if it does not exist or its input is wrong. */
export async function runControl(
  at: ControlParts,
  call: string,
  body: unknown,
  params: URLSearchParams,
): Promise<unknown> {
  const control = Object.hasOwn(controls, call) ? controls[call] : undefined
  if (!control) throw new Refusal(404, `there is no control ${call}`)
  if (body !== null && !isRecord(body)) throw new Refusal(400, 'the body must be a JSON object')
  return control(at, body ?? {}, params)
}

function numbers<Of>(body: Body, known: { readonly [key in keyof Of]: number }, least: number): Partial<Of> {
  for (const [key, value] of Object.entries(body)) {
    if (!Object.hasOwn(known, key)) throw new Refusal(400, `there is no ${key}`)
    whole(key, value, least)
  }
  return body as Partial<Of>
}

function whole(name: string, value: unknown, least: number): number {
  if (typeof value !== 'number' || !Number.isInteger(value) || value < least)
    throw new Refusal(400, `${name} must be a whole number from ${least}`)
  return value
}

function oneOf<Text extends string>(name: string, value: unknown, known: readonly Text[]): Text {
  const found = known.find((text) => text === value)
  if (found === undefined) throw new Refusal(400, `${name} must be one of ${known.join(', ')}`)
  return found
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((one) => typeof one === 'string')
}
