import * as v from 'valibot'
import type { Address } from '../base/hex.ts'
import type { JsonObject } from '../base/json.ts'
import { answerNull, type Handlers, message, messageOnce, noInput, output } from '../base/message.ts'
import { addressShape, textShape } from '../base/shapes.ts'
import type { AccountService } from './account-service.ts'
import { type DetectedWallet, walletChoiceShape } from './port.ts'

export const searchMsShape = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(10_000))

const oneChain = v.strictObject({ chainId: v.pipe(v.number(), v.safeInteger(), v.minValue(1)) })

export const accountMessages = {
  /** Wallets that answer within `waitMs`; a waking one appears in a later search. Prompts no wallet. */
  wallets: message(v.strictObject({ waitMs: searchMsShape }), output<readonly DetectedWallet[]>()),
  connectWallet: messageOnce(v.strictObject({ choice: walletChoiceShape }), output<null>()),
  watchAddress: message(v.strictObject({ text: textShape(256) }), output<null>()),
  acceptAccount: message(v.strictObject({ address: addressShape }), output<null>()),
  keepAccount: message(noInput, output<null>()),
  disconnectWallet: message(noInput, output<null>()),
  /** The wallet's chain arrives as a push of the account, if it changed. */
  refreshChain: message(noInput, output<null>()),
  useChain: messageOnce(oneChain, output<null>()),
  addToken: messageOnce(v.strictObject({ ...oneChain.entries, address: addressShape }), output<boolean>()),
}

interface AccountPorts {
  readonly accounts: AccountService
  /** The EIP-3085 parameter of a chain of the deployment; null where the native currency has no name. */
  readonly addChainParameter: (chainId: number) => JsonObject | null
  /** The EIP-747 parameter of a token, by the deployment and the chain. Throws where they contradict each other. */
  readonly addTokenParameter: (chainId: number, address: Address) => Promise<JsonObject>
}

export function accountHandlers(ports: AccountPorts): Handlers<typeof accountMessages> {
  const { accounts, addChainParameter, addTokenParameter } = ports
  return {
    wallets: ({ waitMs }) => accounts.offers(waitMs),
    connectWallet: ({ choice }) => answerNull(accounts.connect(choice)),
    watchAddress: ({ text }) => answerNull(accounts.watch(text)),
    acceptAccount: ({ address }) => answerNull(accounts.acceptOffered(address)),
    keepAccount: () => answerNull(accounts.keepAccount()),
    refreshChain: () => answerNull(accounts.refreshChain()),
    useChain: async ({ chainId }) => answerNull(accounts.useChain(chainId, addChainParameter(chainId))),
    async addToken({ chainId, address }) {
      const chain = { chainId, add: addChainParameter(chainId) }
      return accounts.addToken(await addTokenParameter(chainId, address), chain)
    },
    disconnectWallet: () => answerNull(accounts.disconnect()),
  }
}
