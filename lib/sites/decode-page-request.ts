import * as v from 'valibot'
import { isDigitString } from '../base/amount.ts'
import { parseJson } from '../base/parse-json.ts'
import { Problem } from '../base/problem.ts'
import type { RawSwap } from './check-proposed.ts'
import { PageRefusal } from './page-refusal.ts'
import type { PageRequest } from './page-request.ts'
import { pageLimitChars } from './window-channel.ts'

const depthLimit = 6
const itemLimit = 20

const chainId = v.pipe(v.number(), v.safeInteger(), v.minValue(1))
const address = v.pipe(v.string(), v.nonEmpty(), v.maxLength(128))
const rawSwap: v.GenericSchema<unknown, RawSwap> = v.strictObject({
  originChainId: chainId,
  destinationChainId: chainId,
  inputToken: address,
  outputToken: address,
  inputAmount: v.custom<string>((value) => isDigitString(value) && value !== '0', 'digits above zero'),
  receiverAddress: v.exactOptional(address),
  reference: v.exactOptional(v.pipe(v.string(), v.maxLength(64))),
})
const oneId = v.strictObject({ swapId: v.pipe(v.string(), v.nonEmpty(), v.maxLength(64)) })
const frame = v.strictObject({
  id: v.pipe(v.string(), v.nonEmpty(), v.maxLength(64)),
  method: v.string(),
  params: v.exactOptional(v.unknown()),
})

/**
 * Decodes the request in a page's text: strict, nothing coerced (M2, M10). Throws `PageRefusal` with 4200 for a method
 * that is none and -32602 for anything else that is not exactly right.
 */
export function decodePageRequest(text: string): PageRequest {
  const { method, params } = framed(text)
  switch (method) {
    case 'ferry_getCapabilities':
      if (params !== undefined) parsed(v.strictTuple([]), params)
      return { method }
    case 'ferry_proposeSwap':
      return { method, swap: parsed(v.strictTuple([rawSwap]), params)[0] }
    case 'ferry_getSwap':
    case 'ferry_cancelProposal':
      return { method, swapId: parsed(v.strictTuple([oneId]), params)[0].swapId }
    default:
      throw new PageRefusal(4200, 'Ferry has no such method.')
  }
}

function framed(text: string): v.InferOutput<typeof frame> {
  if (text.length > pageLimitChars) throw badParams('at most 16 kB')
  try {
    return parsed(frame, parseJson(text, { maxDepth: depthLimit, maxItems: itemLimit }))
  } catch (thrown) {
    throw thrown instanceof Problem ? badParams('plain JSON') : thrown
  }
}

function parsed<T>(schema: v.GenericSchema<unknown, T>, value: unknown): T {
  const outcome = v.safeParse(schema, value, { abortEarly: true })
  if (outcome.success) return outcome.output
  const path = v.getDotPath(outcome.issues[0])
  throw badParams(path === null ? 'exactly its parameters' : `another ${path}`.slice(0, 80))
}

function badParams(expected: string): PageRefusal {
  return new PageRefusal(-32602, `The request needs ${expected}.`)
}
