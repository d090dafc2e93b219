import * as v from 'valibot'
import type { Address } from '../base/hex.ts'
import type { JsonObject } from '../base/json.ts'
import { type Handlers, idShape, message, messageOnce, nothing, output } from '../base/message.ts'
import { addressShape, textShape } from '../base/shapes.ts'
import type { AccountService } from './account-service.ts'
import type { Account, WalletChoice, WalletOffer } from './port.ts'
import type { ChainAccess } from './wallet-questions.ts'
import type { Wallets } from './wallets.ts'

const isOrigin = (text: string) => URL.canParse(text) && new URL(text).origin === text

const choice: v.GenericSchema<unknown, WalletChoice> = v.strictObject({
  connector: v.picklist(['page', 'extension', 'loopback']),
  id: v.nullable(idShape),
  tab: v.exactOptional(
    v.strictObject({
      tabId: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
      origin: v.pipe(textShape(300), v.check(isOrigin, 'an origin')),
    }),
  ),
})

/** How long a look for wallets may take. */
export const lookMsShape = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(10_000))

const oneChain = v.strictObject({ chainId: v.pipe(v.number(), v.safeInteger(), v.minValue(1)) })

/** What views ask about wallets; the answer of a wallet itself comes as a push. */
export const accountMessages = {
  /** The wallets that are there within `waitMs`; one that wakes is there with a later one. Prompts nobody. */
  wallets: message(v.strictObject({ waitMs: lookMsShape }), output<readonly WalletOffer[]>()),
  /** The wallets in tabs of other sites, which are asked for them; prompts nobody. */
  tabWallets: message(nothing, output<readonly WalletOffer[]>()),
  connectWallet: messageOnce(v.strictObject({ choice }), output<null>()),
  /** Works for a pasted address without a wallet; the account comes as a push. */
  watchAddress: message(v.strictObject({ text: textShape(256) }), output<null>()),
  /** Goes on with the account that the wallet switched to, as the user saw it. */
  acceptAccount: message(v.strictObject({ address: addressShape }), output<null>()),
  /** Keeps the account that was there. */
  keepAccount: message(nothing, output<null>()),
  showWallet: message(nothing, output<boolean>()),
  disconnectWallet: message(nothing, output<null>()),
  /** What the connected wallet would ask before it uses this chain; null where it does not say. Prompts nobody. */
  chainQuestions: message(oneChain, output<ChainAccess | null>()),
  /** Has the connected wallet use a chain of the deployment, adding it where it is unknown; the account comes as a push. */
  useChain: messageOnce(oneChain, output<null>()),
  /** Has the connected wallet list a token of the deployment's chains; answers whether it says that it does, once the user decided. */
  addToken: messageOnce(v.strictObject({ ...oneChain.entries, address: addressShape }), output<boolean>()),
}

interface AccountPorts {
  readonly accounts: AccountService
  readonly account: { get(): Promise<Account | null> }
  readonly wallet: Wallets
  /** EIP-3085's parameter of a chain of the deployment; null where it lacks a name for its coin. */
  readonly addChainParameter: (chainId: number) => JsonObject | null
  /** EIP-747's parameter of a token, as the deployment and the chain have it. Throws where they contradict each other. */
  readonly addTokenParameter: (chainId: number, address: Address) => Promise<JsonObject>
}

/** Answers what views ask about wallets. */
export function accountHandlers({
  accounts,
  account,
  wallet,
  addChainParameter,
  addTokenParameter,
}: AccountPorts): Handlers<typeof accountMessages> {
  return {
    wallets: ({ waitMs }) => accounts.offers(waitMs),
    tabWallets: () => accounts.offersInTabs(),
    async connectWallet({ choice }) {
      await accounts.connect(choice)
      return null
    },
    async watchAddress({ text }) {
      await accounts.watch(text)
      return null
    },
    async acceptAccount({ address }) {
      await accounts.acceptOffered(address)
      return null
    },
    async keepAccount() {
      await accounts.keepAccount()
      return null
    },
    showWallet: async () => wallet.show((await account.get())?.wallet ?? null),
    chainQuestions: ({ chainId }) => accounts.chainQuestions(chainId),
    async useChain({ chainId }) {
      await accounts.useChain(chainId, addChainParameter(chainId))
      return null
    },
    async addToken({ chainId, address }) {
      const chain = { chainId, add: addChainParameter(chainId) }
      return accounts.addToken(await addTokenParameter(chainId, address), chain)
    },
    async disconnectWallet() {
      await accounts.disconnect()
      return null
    },
  }
}
