import * as v from 'valibot'
import type { JsonObject } from '../base/json.ts'
import { type FundsLocation, Problem, type ProblemCode } from '../base/problem.ts'
import { addressShape, chainIdShape, digitsShape, hashShape, hexShape, objectShape } from '../base/shapes.ts'
import { minuteMs } from '../base/time.ts'
import type { TypeMap } from '../deployment/deployment.ts'
import type { AutoRoute, DepositRoute, ManualRoute, RouteOutput } from '../service/quote-result.ts'
import { storedTokenShape as token } from '../service/token-shape.ts'
import type { ExpiringStore } from '../storage/items.ts'
import type { HeldQuote } from './held-quote.ts'

/** Rows of one kind that are shown and then acted on by their key, beyond the worker's life. */
export interface Frozen<Row> {
  /** Keeps a row under its key as it was shown. */
  put(key: string, row: Row, store: Pick<ExpiringStore, 'put'>): Promise<void>
  /** Returns what is kept under a key. Throws the code of its kind where it is not held any more, or cannot be read. */
  read(key: string, store: Pick<ExpiringStore, 'get'>): Promise<Row>
  /** Returns what is kept under a key and forgets it, so that it is acted on once. Throws as `read` does. */
  take(key: string, store: Pick<ExpiringStore, 'get' | 'put'>): Promise<Row>
  /** Forgets what is kept under a key: it can be acted on no more. */
  forget(key: string, store: Pick<ExpiringStore, 'put'>): Promise<void>
}

interface Kind {
  readonly name: string
  /** Raised with every change of what its rows mean: a row of another version has to be asked for anew. */
  readonly version: number
  /** The members that are acted on; what it does not name is taken over as it was frozen. */
  readonly shape: v.GenericSchema
  readonly lifeMs: number
  /** What is said once that time is over, and where the money is then. */
  readonly code: Extract<ProblemCode, 'quoteExpired' | 'reviewExpired'>
  readonly money: FundsLocation
}

/** Creates the rows of a kind. */
export function frozenRows<Row>({ name, version, shape, lifeMs, code, money }: Kind): Frozen<Row> {
  const isRow = (value: unknown): value is Row => v.is(shape, value)
  const rowShape = v.object({ version: v.literal(version), row: v.custom<Row>(isRow) })
  const rows: Frozen<Row> = {
    put: (key, row, store) => store.put(`${name}:${key}`, { version, row }, lifeMs),
    async read(key, store) {
      const found = v.safeParse(rowShape, (await store.get(`${name}:${key}`))?.value)
      if (!found.success) throw new Problem(code, { money })
      return found.output.row
    },
    async take(key, store) {
      const row = await rows.read(key, store)
      await rows.forget(key, store)
      return row
    },
    // A forgotten row comes back where the clock was set back since: it has to be one that cannot be read.
    forget: (key, store) => store.put(`${name}:${key}`, null, -1),
  }
  return rows
}

/**
 * Creates the rows of what gets money, a signature or an allowance back: the order, the nonce its transaction is asked
 * for with, and `more` that it acts on. `money` is where the money is while nothing of it was asked.
 */
export function exitReviews<Row>(
  name: string,
  money: FundsLocation,
  more: v.ObjectEntries = {},
): Frozen<Row> {
  const accountNonce = v.pipe(v.number(), v.safeInteger(), v.minValue(0))
  const shape = objectShape({ orderId: v.string(), accountNonce, ...more })
  return frozenRows({ name, version: 1, shape, lifeMs: 5 * minuteMs, code: 'reviewExpired', money })
}

const text = v.nullable(v.string())
const count = v.nullable(v.pipe(v.number(), v.finite()))
const units = v.nullable(digitsShape)
const amount = objectShape({ token, amount: digitsShape })
const fee = objectShape({ token, amount: digitsShape, feeInUsd: text })
const refuel = v.nullable(objectShape({ input: v.nullable(amount), output: amount }))

const output: v.GenericSchema<unknown, RouteOutput> = objectShape({
  token,
  amount: digitsShape,
  effectiveAmount: units,
  minAmountOut: digitsShape,
  priceInUsd: text,
  valueInUsd: text,
  effectiveInUsd: v.exactOptional(v.string()),
})

const priced = {
  output,
  affiliateFee: v.nullable(fee),
  gasFee: v.nullable(fee),
  routeDetails: objectShape({ name: v.string(), logoURI: text, routeFee: v.nullable(fee), dexName: text }),
  unreadFees: v.exactOptional(v.array(v.picklist(['affiliateFee', 'gasFee', 'routeFee']))),
  slippagePercent: text,
  suggestedSlippagePercent: v.exactOptional(v.string()),
  estimatedSeconds: count,
  refuel,
  isRefuelUnread: v.exactOptional(v.literal(true)),
  quoteId: v.string(),
  routeTags: v.array(v.string()),
}

/** An object that the checks look through, as received. */
function received<Value extends object>() {
  return v.custom<Value>((value) => typeof value === 'object' && value !== null && !Array.isArray(value))
}

const approvalData = objectShape({
  spenderAddress: v.string(),
  amount: v.string(),
  tokenAddress: v.string(),
  userAddress: v.string(),
})

const autoRoute: v.GenericSchema<unknown, AutoRoute> = objectShape({
  ...priced,
  userOp: v.picklist(['sign', 'tx']),
  requestHash: hashShape,
  requestType: v.picklist(['SINGLE_OUTPUT_REQUEST', 'SWAP_REQUEST']),
  approvalData: v.nullable(approvalData),
  signTypedData: v.nullable(
    objectShape({
      domain: received<JsonObject>(),
      types: received<TypeMap>(),
      values: received<JsonObject>(),
    }),
  ),
  txData: v.nullable(
    objectShape({ to: addressShape, data: hexShape, value: digitsShape, chainId: v.nullable(chainIdShape) }),
  ),
  isForeign: v.boolean(),
  rewards: v.nullable(objectShape({ token, totalRewardAmount: v.string(), totalRewardAmountInUsd: text })),
  quoteExpirySeconds: v.pipe(v.number(), v.finite()),
})

const manualRoute: v.GenericSchema<unknown, ManualRoute> = objectShape({
  ...priced,
  approvalData: v.exactOptional(approvalData),
  quoteExpirySeconds: count,
})

const deposit: v.GenericSchema<unknown, DepositRoute> = objectShape({
  form: v.picklist(['deposit', 'depositRoute']),
  requestHash: v.nullable(hashShape),
  address: v.string(),
  token: text,
  amount: units,
  chainId: v.nullable(chainIdShape),
  memo: text,
  expirySeconds: count,
  refundAddress: text,
  totalFeeBps: text,
  output: v.nullable(output),
  estimatedSeconds: count,
})

/** Quotes that are shown, until a route of theirs is reviewed. */
export const heldQuotes = frozenRows<HeldQuote>({
  name: 'quote',
  version: 1,
  shape: objectShape({
    ask: objectShape({
      originChainId: chainIdShape,
      destinationChainId: chainIdShape,
      inputToken: v.string(),
      inputAmount: digitsShape,
      outputToken: v.string(),
      userAddress: v.nullable(addressShape),
      receiverAddress: v.nullable(v.string()),
      slippagePercent: v.nullable(v.string()),
    }),
    response: objectShape({
      result: objectShape({
        input: amount,
        autoRoute: v.nullable(autoRoute),
        autoRoutes: v.array(autoRoute),
        manualRoutes: v.array(manualRoute),
        deposit: v.nullable(deposit),
      }),
      clockOffsetMs: v.number(),
    }),
    receivedMs: v.number(),
    executable: v.boolean(),
    outputToken: v.nullable(token),
    nativeUnits: v.nullable(digitsShape),
  }),
  lifeMs: 5 * minuteMs,
  code: 'quoteExpired',
  money: 'nothingSent',
})
