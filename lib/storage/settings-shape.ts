import * as v from 'valibot'
import { chainIdShape, type Decoded, percentShape, textShape } from '../base/shapes.ts'
import { isExtensionId } from '../deployment/deployment.ts'
import { maxRecipientName, maxRecipients } from './recipient-limits.ts'

/** The shape of each setting, both for messages from views and for storage. */
export const settingShapes = {
  /** Decimal text between 0.01 and 50; null leaves the slippage to the service. */
  slippagePercent: v.nullable(percentShape),
  theme: v.picklist(['system', 'light', 'dark']),
  /** The place that a click on the toolbar icon opens. */
  opensIn: v.picklist(['popup', 'side']),
  notifyDone: v.boolean(),
  notifyFailed: v.boolean(),
  notifyRefunded: v.boolean(),
  notifyLate: v.boolean(),
  pinnedChainIds: v.pipe(v.array(chainIdShape), v.maxLength(200), v.readonly()),
  /** Hides balances, for privacy on a shared screen. */
  hiddenBalances: v.boolean(),
  /** Wallet extensions in addition to the deployment's. */
  walletExtensionIds: v.pipe(
    v.array(v.pipe(v.string(), v.check(isExtensionId, 'an extension id'))),
    v.maxLength(20),
    v.readonly(),
  ),
  /** The user's choices for the deployment's RPC endpoints of all chains. Endpoints that are not listed are on. */
  endpoints: v.pipe(
    v.array(v.strictObject({ url: textShape(500), isOn: v.boolean() })),
    v.maxLength(500),
    v.readonly(),
  ),
  /** Saved recipients: the person's name for each, and its address or ENS name as it is typed. */
  recipients: v.pipe(
    v.array(v.strictObject({ name: textShape(maxRecipientName, 1), address: textShape(200, 1) })),
    v.maxLength(maxRecipients),
    v.readonly(),
  ),
}

type Shapes = typeof settingShapes

/** Some of the settings. */
export const settingsPartShape = v.strictObject(
  Object.fromEntries(
    Object.entries(settingShapes).map(([name, shape]) => [name, v.exactOptional<typeof shape>(shape)]),
  ) as unknown as { readonly [name in keyof Shapes]: v.ExactOptionalSchema<Shapes[name], undefined> },
)

/** The user's settings, stored out of reach of pages. */
export type Settings = Decoded<v.StrictObjectSchema<Shapes, undefined>>

export type SavedRecipient = Settings['recipients'][number]
