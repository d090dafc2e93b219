import * as v from 'valibot'
import type { JsonObject } from '../base/json.ts'
import { type FundsLocation, Problem, type ProblemCode } from '../base/problem.ts'
import { addressShape, chainIdShape, digitsShape, hashShape, hexShape, objectShape } from '../base/shapes.ts'
import { minuteMs } from '../base/time.ts'
import type { TypeMap } from '../deployment/schema.ts'
import type { AutoRoute, DepositRoute, ManualRoute, RouteOutput } from '../service/route.ts'
import { storedTokenShape as token } from '../service/token-shape.ts'
import type { ExpiringStore } from '../storage/items.ts'
import type { HeldQuote } from './held-quote.ts'

/**
 * Rows of one kind, stored as they were displayed. A later action names its row by the key. They survive a restart of
 * the worker.
 */
export interface FrozenRows<Row> {
  put(key: string, row: Row, store: Pick<ExpiringStore, 'put'>): Promise<void>
  /** Throws the code of the kind if the row expired or cannot be read. */
  read(key: string, store: Pick<ExpiringStore, 'get'>): Promise<Row>
  /** Returns a row and deletes it, so that it is acted on only once. Throws as `read` does. */
  take(key: string, store: Pick<ExpiringStore, 'get' | 'put'>): Promise<Row>
  remove(key: string, store: Pick<ExpiringStore, 'put'>): Promise<void>
}

interface RowKind {
  readonly name: string
  /** Increase it when the meaning of the rows changes. Rows of another version count as expired. */
  readonly version: number
  /** Checks the members that Ferry acts on. Other members stay as they were stored. */
  readonly shape: v.GenericSchema
  readonly lifeMs: number
  /** The problem for a missing or expired row, and the location of the money at that time. */
  readonly code: Extract<ProblemCode, 'quoteExpired' | 'reviewExpired'>
  readonly money: FundsLocation
}

export function createFrozenRows<Row>({
  name,
  version,
  shape,
  lifeMs,
  code,
  money,
}: RowKind): FrozenRows<Row> {
  const isRow = (value: unknown): value is Row => v.is(shape, value)
  const rowShape = v.object({ version: v.literal(version), row: v.custom<Row>(isRow) })
  const rows: FrozenRows<Row> = {
    put: (key, row, store) => store.put(`${name}:${key}`, { version, row }, lifeMs),
    async read(key, store) {
      const found = v.safeParse(rowShape, (await store.get(`${name}:${key}`))?.value)
      if (!found.success) throw new Problem(code, { money })
      return found.output.row
    },
    async take(key, store) {
      const row = await rows.read(key, store)
      await rows.remove(key, store)
      return row
    },
    // An expired row could become valid again when the clock is set back, so the value must be unreadable too.
    remove: (key, store) => store.put(`${name}:${key}`, null, -1),
  }
  return rows
}

/**
 * Creates the rows of reviews for an exit: cancel, withdraw or revoke. Each holds the order, the nonce of the
 * transaction request, and the members of `more`. `money` is the location of the money before the wallet request.
 */
export function createExitReviews<Row>(
  name: string,
  money: FundsLocation,
  more: v.ObjectEntries = {},
): FrozenRows<Row> {
  const accountNonce = v.pipe(v.number(), v.safeInteger(), v.minValue(0))
  const shape = objectShape({ orderId: v.string(), accountNonce, ...more })
  return createFrozenRows({ name, version: 1, shape, lifeMs: 5 * minuteMs, code: 'reviewExpired', money })
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
  effectiveInUsd: text,
})

const priced = {
  output,
  affiliateFee: v.nullable(fee),
  gasFee: v.nullable(fee),
  routeDetails: objectShape({ name: v.string(), logoURI: text, routeFee: v.nullable(fee), dexName: text }),
  unreadFees: v.array(v.picklist(['affiliateFee', 'gasFee', 'routeFee'])),
  slippagePercent: text,
  suggestedSlippagePercent: text,
  estimatedSeconds: count,
  refuel,
  isRefuelUnread: v.boolean(),
  quoteId: v.string(),
  routeTags: v.array(v.string()),
}

/** An object that the checks read member by member. It is stored as received. */
function receivedObject<Value extends object>() {
  return v.custom<Value>((value) => typeof value === 'object' && value !== null && !Array.isArray(value))
}

const approvalData = objectShape({
  spenderAddress: addressShape,
  amount: v.string(),
  tokenAddress: addressShape,
  userAddress: addressShape,
})

const autoRoute: v.GenericSchema<unknown, AutoRoute> = objectShape({
  ...priced,
  userOp: v.picklist(['sign', 'tx']),
  requestHash: hashShape,
  requestType: v.picklist(['SINGLE_OUTPUT_REQUEST', 'SWAP_REQUEST']),
  approvalData: v.nullable(approvalData),
  signTypedData: v.nullable(
    objectShape({
      domain: receivedObject<JsonObject>(),
      types: receivedObject<TypeMap>(),
      values: receivedObject<JsonObject>(),
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
  approvalData: v.nullable(approvalData),
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

/** Displayed quotes, until a route is reviewed. */
export const heldQuotes = createFrozenRows<HeldQuote>({
  name: 'quote',
  version: 1,
  shape: objectShape({
    request: objectShape({
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
