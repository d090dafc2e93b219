import { toChecksumAddress } from '../../lib/base/ethereum.ts'
import { isAddress, nativeAddress } from '../../lib/base/hex.ts'
import type { Wire } from '../hostile/wire.ts'
import { isJsonRecord, type JsonRecord, pickKeys } from '../sandbox/service/response-formats.ts'

/**
 * The interface's own format: every field that it names and no other. Optional values are null (`nulls`) or
 * absent (`missing`).
 */
export const literalForms = ['nulls', 'missing'] as const
type LiteralForm = (typeof literalForms)[number]

/**
 * A quote as interface 2 writes it. The interface shows no fields of manual and deposit routes, so they have
 * only those that make them routes.
 */
export function literalQuote(form: LiteralForm, quote: Wire): Wire {
  const { autoRoute, manualRoutes, deposit, depositRoute, input } = quote
  const routes = Array.isArray(manualRoutes) ? manualRoutes.filter(isJsonRecord) : []
  return {
    ...pickKeys(quote, 'originChainId', 'destinationChainId'),
    userAddress: literalAddress(quote.userAddress),
    receiverAddress: literalAddress(quote.receiverAddress),
    input: isJsonRecord(input) ? { ...input, token: literalToken(input.token) } : input,
    ...orAbsent(form, 'destinationExec', null),
    ...orAbsent(form, 'autoRoute', isJsonRecord(autoRoute) ? literalAuto(form, autoRoute) : null),
    manualRoutes: routes.map((route) => literalManual(form, route)),
    ...orAbsent(form, 'depositRoute', deposit ?? depositRoute ?? null),
  }
}

function literalAuto(form: LiteralForm, route: JsonRecord): JsonRecord {
  const isSigned = isJsonRecord(route.signTypedData)
  // The interface has a word only for signed routes. Otherwise the route's fields decide.
  const userOp = isSigned ? 'sign' : form === 'nulls' ? 'transaction' : null
  return {
    ...orAbsent(form, 'userOp', userOp),
    ...pickKeys(route, 'requestHash', 'requestType', 'slippage', 'estimatedTime', 'quoteId', 'quoteExpiry'),
    ...shared(form, route),
    ...orAbsent(form, 'approvalData', null),
    ...orAbsent(form, 'signTypedData', route.signTypedData ?? null),
    ...orAbsent(form, 'txData', isJsonRecord(route.txData) ? literalTransaction(form, route.txData) : null),
    suggestedClientSlippage: route.slippage,
    routeTags: ['MAX_OUTPUT', 'SUGGESTED'],
  }
}

function literalManual(form: LiteralForm, route: JsonRecord): JsonRecord {
  return { ...pickKeys(route, 'quoteId', 'quoteExpiry', 'slippage', 'estimatedTime'), ...shared(form, route) }
}

function shared(form: LiteralForm, { output, routeDetails }: JsonRecord): JsonRecord {
  const figures = isJsonRecord(output)
    ? {
        ...pickKeys(output, 'priceInUsd', 'valueInUsd', 'effectiveReceivedInUsd', 'minAmountOut', 'amount'),
        token: literalToken(output.token),
      }
    : output
  const details = isJsonRecord(routeDetails) ? pickKeys(routeDetails, 'name', 'logoURI') : {}
  return {
    output: figures,
    ...orAbsent(form, 'affiliateFee', null),
    ...orAbsent(form, 'gasFee', null),
    ...orAbsent(form, 'refuel', null),
    routeDetails: {
      ...details,
      ...orAbsent(form, 'routeFee', null),
      ...orAbsent(form, 'dexDetails', null),
    },
  }
}

/**
 * `to`, `data` and `value` in wei. The value is a number where JSON can carry it, and absent for zero if
 * `missing`.
 */
function literalTransaction(form: LiteralForm, { to, data, value }: JsonRecord): JsonRecord {
  const wei = BigInt(String(value))
  const plain = { to: literalAddress(to), data }
  if (form === 'missing' && wei === 0n) return plain
  return { ...plain, value: wei <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(wei) : String(wei) }
}

/** A Token with all seven fields, and addresses in mixed case like the interface's constant. */
function literalToken(token: unknown): unknown {
  if (!isJsonRecord(token)) return token
  const logoURI = 'https://logos.example/token.png'
  const named = pickKeys(token, 'chainId', 'name', 'symbol', 'decimals')
  return { ...named, address: literalAddress(token.address), logoURI, icon: logoURI }
}

function literalAddress(address: unknown): unknown {
  if (address === nativeAddress) return '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE'
  return isAddress(address) ? toChecksumAddress(address) : address
}

function orAbsent(form: LiteralForm, name: string, value: unknown): JsonRecord {
  return value === null && form === 'missing' ? {} : { [name]: value }
}
