import * as v from 'valibot'
import { type Address, type Hex, isAddress, isHex } from '../base/hex.ts'
import { isExtensionId } from '../deployment/extension-id.ts'
import { historySchemas } from '../history/history-schemas.ts'
import type { QuoteOptions, QuoteRequest } from '../service/quote-request.ts'
import { lookMs, siteSchemas } from '../sites/site-schemas.ts'
import type { Settings } from '../storage/settings.ts'
import type { WalletChoice } from '../wallet/account.ts'
import type { ViewMessages } from './messages.ts'
import { storeSchemas } from './store-schemas.ts'

type Input<T> = v.GenericSchema<unknown, T>

const chainId = v.pipe(v.number(), v.safeInteger(), v.minValue(1))
const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0))
const limit = v.pipe(v.number(), v.safeInteger(), v.minValue(1), v.maxValue(500))
const id = v.pipe(v.string(), v.nonEmpty(), v.maxLength(128))
const text = v.pipe(v.string(), v.maxLength(256))
const addressText = v.pipe(v.string(), v.nonEmpty(), v.maxLength(128))
const tokenKeyText = v.pipe(v.string(), v.regex(/^[1-9][0-9]{0,15}:./), v.maxLength(150))
const units = v.pipe(v.string(), v.regex(/^(0|[1-9][0-9]{0,77})$/))
const amountUnits = v.pipe(v.string(), v.regex(/^[1-9][0-9]{0,77}$/))
const percent = v.pipe(v.string(), v.regex(/^(0|[1-9][0-9]?)(\.[0-9]{1,4})?$/))
const lowerAddress: Input<Address> = v.custom<Address>(
  (value) => isAddress(value) && value === value.toLowerCase(),
  'a lower-case address',
)

/** Lower case where it is Ethereum's, another chain's own form elsewhere. */
const tokenText = v.pipe(
  addressText,
  v.check((value) => !isAddress(value) || value === value.toLowerCase(), 'a lower-case address'),
  v.check((value) => isAddress(value) || /^(?!0[xX])[A-Za-z0-9][A-Za-z0-9:_.-]*$/.test(value), 'an address'),
)
const flag = v.exactOptional(v.boolean())
const ids = v.exactOptional(v.pipe(v.array(text), v.minLength(1), v.maxLength(100)))

/** The shape only; whether the options go together is decided by `checkAsk`, in words. */
const options: Input<QuoteOptions> = v.strictObject({
  delegateAddress: v.exactOptional(lowerAddress),
  refuel: flag,
  destinationPayload: v.exactOptional(
    v.custom<Hex>((value) => isHex(value) && value.length <= 40_000, 'hex bytes'),
  ),
  destinationGasLimit: v.exactOptional(amountUnits),
  feeBps: v.exactOptional(v.pipe(v.string(), v.regex(/^[0-9]{1,3}(\.[0-9]{1,3})?$/))),
  feeTakerAddress: v.exactOptional(lowerAddress),
  enableManual: flag,
  disableSwapping: flag,
  disableAuto: flag,
  includeBridges: ids,
  excludeBridges: ids,
  includeDexes: ids,
  excludeDexes: ids,
  exclusiveTransmitter: v.exactOptional(lowerAddress),
  useInbox: flag,
  enableMultipleAutoRoutes: flag,
  useDepositAddress: flag,
  enableDepositAddress: flag,
  refundAddress: v.exactOptional(addressText),
  depositDestinationMemo: v.exactOptional(text),
  exchange: v.exactOptional(text),
  solanaSponsorAddress: v.exactOptional(addressText),
})

const ask: Input<QuoteRequest> = v.strictObject({
  originChainId: chainId,
  destinationChainId: chainId,
  inputToken: tokenText,
  inputAmount: amountUnits,
  outputToken: addressText,
  userAddress: v.nullable(lowerAddress),
  receiverAddress: v.nullable(addressText),
  slippagePercent: v.nullable(percent),
  options: v.exactOptional(options),
})

const settings: Input<Settings> = v.strictObject({
  slippagePercent: v.nullable(percent),
  theme: v.picklist(['system', 'light', 'dark']),
  notifyDone: v.boolean(),
  notifyFailed: v.boolean(),
  notifyRefunded: v.boolean(),
  notifyLate: v.boolean(),
  pinnedChainIds: v.pipe(v.array(chainId), v.maxLength(200)),
  hiddenBalances: v.boolean(),
  walletExtensionIds: v.pipe(
    v.array(v.pipe(v.string(), v.check(isExtensionId, 'an extension id'))),
    v.maxLength(20),
  ),
  endpoints: v.pipe(
    v.array(v.strictObject({ url: v.pipe(v.string(), v.maxLength(500)), isOn: v.boolean() })),
    v.maxLength(500),
  ),
})

const routeKey = v.pipe(v.string(), v.nonEmpty(), v.maxLength(400))
const pick = v.strictObject({
  routeKey: v.nullable(routeKey),
  sort: v.picklist(['output', 'time']),
})
const choice: Input<WalletChoice> = v.strictObject({
  way: v.picklist(['page', 'extension', 'loopback']),
  id: v.nullable(id),
  tab: v.exactOptional(
    v.strictObject({
      tabId: count,
      origin: v.pipe(
        v.string(),
        v.maxLength(300),
        v.check((text) => URL.canParse(text) && new URL(text).origin === text, 'an origin'),
      ),
    }),
  ),
})

const none = v.null()
const oneOrder = v.strictObject({ orderId: id })
const walletLook = v.strictObject({ waitMs: lookMs })

/** What the background takes from a view: the shape of each message's input, with nothing extra and nothing coerced. */
export const viewSchemas: { readonly [K in keyof ViewMessages]: Input<ViewMessages[K]['input']> } = {
  start: none,
  chains: none,
  tokens: v.strictObject({
    chainId: v.nullable(chainId),
    query: text,
    offset: count,
    limit,
    side: v.picklist(['input', 'output']),
    except: v.pipe(v.array(tokenKeyText), v.maxLength(1_000)),
  }),
  searchTokens: v.strictObject({ query: text }),
  balances: v.strictObject({ chainId, tokens: v.pipe(v.array(addressText), v.maxLength(1_000)) }),
  holdings: none,
  quote: v.strictObject({ viewId: id, ask, pick: v.exactOptional(pick) }),
  dropQuote: v.strictObject({ viewId: id }),
  maxNative: v.strictObject({ chainId, balance: units }),
  checkReceiver: v.strictObject({ chainId, text }),
  review: v.strictObject({
    quoteKey: id,
    routeKey: v.exactOptional(routeKey),
    pay: v.exactOptional(v.picklist(['wallet', 'elsewhere'])),
    swapId: v.exactOptional(id),
  }),
  confirm: v.strictObject({
    reviewKey: id,
    consent: v.exactOptional(text),
    receiverEnd: v.exactOptional(text),
    agreed: v.exactOptional(v.pipe(v.array(id), v.maxLength(20))),
    revokeAfter: flag,
  }),
  order: oneOrder,
  retryOrder: oneOrder,
  abandonOrder: oneOrder,
  acceptOffer: v.strictObject({ orderId: id, offerId: id }),
  reviewWithdraw: oneOrder,
  confirmWithdraw: v.strictObject({ reviewKey: id }),
  reviewCancel: oneOrder,
  confirmCancel: v.strictObject({ reviewKey: id }),
  allowances: none,
  reviewRevoke: oneOrder,
  confirmRevoke: v.strictObject({ reviewKey: id }),
  images: v.strictObject({ urls: v.pipe(v.array(v.pipe(v.string(), v.maxLength(500))), v.maxLength(40)) }),
  markSeen: oneOrder,
  wallets: walletLook,
  tabWallets: none,
  connectWallet: v.strictObject({ choice }),
  watchAddress: v.strictObject({ text }),
  showWallet: none,
  disconnectWallet: none,
  version: none,
  saveSettings: v.strictObject({ settings }),
  ...historySchemas,
  ...siteSchemas,
  ...storeSchemas,
}
