import * as v from 'valibot'
import { feeBpsPattern } from '../base/decimal.ts'
import { parseEnsName } from '../base/ens-name.ts'
import { type Address, addressFormats, type Hex, isAddress, isAnyAddress, isHex } from '../base/hex.ts'
import {
  addressShape,
  chainIdShape,
  type Decoded,
  decimalTextShape,
  digitsShape,
  objectShape,
  percentShape,
  textShape,
} from '../base/shapes.ts'

const text = textShape(256)
const addressText = textShape(128, 1)
/** Digit string in the smallest unit, above zero. */
const amountUnits = v.pipe(v.string(), v.regex(/^[1-9][0-9]{0,77}$/))
const lowerAddress = v.custom<Address>(
  (value) => isAddress(value) && value === value.toLowerCase(),
  'a lower-case address',
)
/** An EVM address in lower case, or an address in another chain's format. */
const tokenText = v.pipe(
  addressText,
  v.check((value) => !isAddress(value) || value === value.toLowerCase(), 'a lower-case address'),
  v.check(isAnyAddress, 'an address'),
)
/** A name as `parseEnsName` returns it. */
const ensNameShape = v.pipe(
  textShape(255, 3),
  v.check((name) => parseEnsName(name) === name, 'an ENS name'),
)
const flag = v.exactOptional(v.boolean())
const ids = v.exactOptional(v.pipe(v.array(text), v.minLength(1), v.maxLength(100), v.readonly()))

/**
 * The optional parameters of a quote (interface 4.4), under their own names. Only those that are set are sent; the
 * service has a default for the others. Lists are sent joined by commas, booleans as `true` or `false`. This checks the
 * shape only. `checkQuoteRequest` decides whether the options fit together, and returns a message for the user.
 */
const quoteOptionsShape = v.strictObject({
  /** The account that may act on a request in place of the user; absent for the user. */
  delegateAddress: v.exactOptional(lowerAddress),
  /** Delivers some native currency of the destination chain in addition. */
  refuel: flag,
  /** Called on the receiver; requires `destinationGasLimit`. */
  destinationPayload: v.exactOptional(
    v.custom<Hex>((value) => isHex(value) && value.length <= 40_000, 'hex bytes'),
  ),
  destinationGasLimit: v.exactOptional(amountUnits),
  /** Basis points as decimal text (`3.5`); requires `feeTakerAddress`. */
  feeBps: v.exactOptional(v.pipe(v.string(), v.regex(feeBpsPattern))),
  feeTakerAddress: v.exactOptional(lowerAddress),
  enableManual: flag,
  /** Excludes manual routes that swap on the origin chain. */
  disableSwapping: flag,
  disableAuto: flag,
  /** Ids from the chain's `bridges` and `dexes`, never display names. */
  includeBridges: ids,
  excludeBridges: ids,
  includeDexes: ids,
  excludeDexes: ids,
  exclusiveTransmitter: v.exactOptional(lowerAddress),
  /** Sends the request to the inbox instead of signing it; automatic routes only. */
  useInbox: flag,
  enableMultipleAutoRoutes: flag,
  /** The older deposit flow, answered in `depositRoute`. */
  useDepositAddress: flag,
  /** The deposit flow, answered in `deposit`; requires `refundAddress`. */
  enableDepositAddress: flag,
  /** In the origin chain's address format. */
  refundAddress: v.exactOptional(addressText),
  /** Memo for the receiver; only with Stellar as origin. */
  depositDestinationMemo: v.exactOptional(text),
  /** Name of a centralised exchange. Restricts the routes to networks that it supports. */
  exchange: v.exactOptional(text),
  /** Pays the fees of some same-chain swaps on Solana. */
  solanaSponsorAddress: v.exactOptional(addressText),
})

export type QuoteOptions = Decoded<typeof quoteOptionsShape>

/** The request to the quote endpoint (interface 4.4), from a view. */
export const viewQuoteRequestShape = v.strictObject({
  originChainId: chainIdShape,
  destinationChainId: chainIdShape,
  /** Lower case on EVM chains; another chain's format if only a deposit can pay. */
  inputToken: tokenText,
  inputAmount: amountUnits,
  outputToken: addressText,
  /** Null without a connected wallet. Such a quote is indicative, except for a deposit. */
  userAddress: v.nullable(lowerAddress),
  receiverAddress: v.nullable(addressText),
  /** The ENS name that `receiverAddress` was read from. It is never sent; Ferry reads it again before each wallet request. */
  receiverName: v.exactOptional(ensNameShape),
  /** Decimal text, `0.5` is 0.5 %; null leaves it to the service. */
  slippagePercent: v.nullable(percentShape),
  options: v.exactOptional(quoteOptionsShape),
})

/** The background adds the address formats, since it knows the chain records. */
export type ViewQuoteRequest = Decoded<typeof viewQuoteRequestShape>

/** A stored request. Its receiver is known: the sender unless another was given. */
export const resolvedRequestShape = objectShape({
  originChainId: chainIdShape,
  destinationChainId: chainIdShape,
  inputToken: v.string(),
  inputAmount: digitsShape,
  outputToken: v.string(),
  userAddress: v.nullable(addressShape),
  receiverAddress: v.string(),
  receiverName: v.exactOptional(ensNameShape),
  slippagePercent: v.nullable(decimalTextShape),
  originFormat: v.exactOptional(v.picklist(addressFormats)),
  destinationFormat: v.exactOptional(v.picklist(addressFormats)),
  // Validated when the request is sent.
  options: v.exactOptional(v.custom<QuoteOptions>((value) => typeof value === 'object' && value !== null)),
})

export type ResolvedQuoteRequest = Decoded<typeof resolvedRequestShape>
