import { canonicalAddress } from '../base/ethereum.ts'
import { isAddress, lowerHex, nativeAddress } from '../base/hex.ts'
import type { JsonObject } from '../base/json.ts'
import { Problem, type ProblemData } from '../base/problem.ts'
import type { Connecting, LocalItem } from '../storage/local.ts'
import {
  type Account,
  type ChainQuestion,
  type PickedTab,
  unreachedProblem,
  type WalletAnswer,
  type WalletChoice,
  type WalletEvent,
  type WalletMethod,
  type WalletOffer,
  type WalletRef,
  walletProblem,
} from './port.ts'
import { chainQuestions } from './wallet-questions.ts'
import type { Wallets } from './wallets.ts'

interface AccountPorts {
  readonly account: LocalItem<Account | null>
  /** The connect request whose answer is awaited, so that it counts after the worker's death too. */
  readonly connecting: LocalItem<Connecting | null>
  readonly lastWallet: LocalItem<WalletChoice | null>
  readonly wallet: Wallets
  readonly newId: () => string
  /** Told when the account is another, or when connecting failed. */
  readonly changed: (account: Account | null, problem: ProblemData | null) => void
}

/** A chain a wallet is asked to use, and the account it was asked for. */
interface ChainAsk {
  readonly chainId: number
  readonly wallet: WalletRef
  readonly address: Account['address']
}

/** The connected account: asked for, followed, forgotten. */
export interface AccountService {
  /** The wallets that are there within `waitMs`, the last choice first. */
  offers(waitMs: number): Promise<readonly WalletOffer[]>
  /** The wallets in tabs of other sites. */
  offersInTabs(): Promise<readonly WalletOffer[]>
  /** The same for a proposal: those its page is connected with come first. */
  offersOf(tab: PickedTab, waitMs: number): Promise<readonly WalletOffer[]>
  connect(choice: WalletChoice): Promise<void>
  /** Works for an address that was pasted, without a wallet: looks at it, and asks nobody. Throws `addressInvalid`. */
  watch(text: string): Promise<void>
  /** Lets go of the account. Whether its wallet could be told to end the permission is not waited for, nor reported. */
  disconnect(): Promise<void>
  /** True while a wallet that was asked to connect has not answered. */
  isConnecting(): Promise<boolean>
  /** Whether a wallet's answer to this request is waited for here. */
  waitsFor(requestId: string): Promise<boolean>
  /** True when the answer was the one that connecting waits for. */
  answered(answer: WalletAnswer): Promise<boolean>
  happened(event: WalletEvent): Promise<void>
  /**
   * What the connected wallet would ask before it is on this chain; null where it does not say. One that sleeps is waited for.
   * Prompts nobody.
   */
  chainQuestions(chainId: number): Promise<readonly ChainQuestion[] | null>
  /** What a wallet is asked: one that is asked to add a chain has it not. */
  onAsking(requestId: string, method: WalletMethod | null): void
  /**
   * Has the connected wallet use a chain now, and add it where it does not know it (`add`: EIP-3085's parameter, or null). It
   * may ask; what comes of it is told like a change of the account. Throws `walletNotConnected`.
   */
  useChain(chainId: number, add: JsonObject | null): Promise<void>
  /** Takes up after the worker's death: follows the connected wallet again and settles what it was asked. Prompts nobody. */
  resume(): Promise<void>
}

/** How long a wallet that sleeps may take to say on which chain it is. */
const wakeMs = 16_000

/** Connects one wallet at a time; a newer request makes the older one's answer worthless (R8). */
export function createAccountService(ports: AccountPorts): AccountService {
  const { account, connecting, lastWallet, wallet } = ports
  /**
   * What the wallet is asked to use, and for whom: a dead worker's question is over with it, and asked again by the
   * user. Nobody waits for one any more once the account is let go of, or another one is asked for.
   */
  const chainAsks = new Map<string, ChainAsk>()
  /** Chains that a wallet was found not to have, by both. */
  const lacking = new Set<string>()

  async function settle(next: Account | null, problem: ProblemData | null): Promise<void> {
    if (problem === null) await account.set(next)
    ports.changed(next, problem)
  }

  async function ask({ requestId, choice }: Connecting): Promise<void> {
    const method = 'eth_requestAccounts'
    const chosen = wallet.refOf(choice)
    await wallet.ask({ requestId, wallet: chosen, method, params: [], chain: null, account: null })
  }

  async function connected(choice: WalletChoice, { connector, id }: WalletRef): Promise<void> {
    await lastWallet.set({ ...choice, connector, id })
    wallet.follow((await account.get())?.wallet ?? null)
  }

  /** What came of asking the wallet to use a chain. */
  async function chainAsked(answer: WalletAnswer, { chainId, wallet, address }: ChainAsk): Promise<void> {
    const known = await account.get()
    if (known === null || known.address !== address || !isSame(known.wallet, wallet)) return
    const problem = answerProblem(answer)
    if (problem === null) lacking.delete(chainKey(wallet, chainId))
    await settle(problem === null ? { ...known, chainId } : known, problem)
  }

  return {
    offers: async (waitMs) => wallet.find(await lastWallet.get(), waitMs),
    offersInTabs: async () => wallet.findInTabs(await lastWallet.get()),
    async offersOf(tab, waitMs) {
      const last = await lastWallet.get()
      const [own, others] = await Promise.all([
        wallet.findConnected(tab, last, waitMs),
        wallet.find(last, waitMs),
      ])
      return [...own, ...others]
    },
    async connect(choice) {
      const asked = { requestId: ports.newId(), choice }
      // Thrown before anything is written: nobody offers it.
      wallet.refOf(choice)
      await wallet.choose(choice)
      await connecting.set(asked)
      chainAsks.clear()
      await ask(asked)
    },
    async watch(text) {
      const address = canonicalAddress(text.trim())
      if (address === null || address === nativeAddress || BigInt(address) === 0n) {
        throw new Problem('addressInvalid')
      }
      // Nothing a wallet is still asked counts for what is only watched.
      chainAsks.clear()
      await connecting.set(null)
      wallet.follow(null)
      await settle({ address, chainId: null, wallet: null }, null)
    },
    async disconnect() {
      chainAsks.clear()
      const known = await account.get()
      await connecting.set(null)
      await settle(null, null)
      wallet.follow(null)
      // As well as it can be done: one that sleeps takes long to be told, and the account is let go of all the same.
      if (known?.wallet) void wallet.forget(known.wallet).catch(() => undefined)
    },
    isConnecting: async () => (await connecting.get()) !== null,
    waitsFor: async (id) => chainAsks.has(id) || (await connecting.get())?.requestId === id,
    async chainQuestions(chainId) {
      const known = (await account.get())?.wallet
      if (!known) return null
      // Says it at once, or once it is awake.
      const current = await wallet.read({ wallet: known, method: 'eth_chainId', params: [], waitMs: wakeMs })
      const permissions = await wallet.read({ wallet: known, method: 'wallet_getPermissions', params: [] })
      return chainQuestions(chainId, current, permissions, lacking.has(chainKey(known, chainId)))
    },
    onAsking(requestId, method) {
      const asked = chainAsks.get(requestId)
      if (asked !== undefined && method === 'wallet_addEthereumChain')
        lacking.add(chainKey(asked.wallet, asked.chainId))
    },
    async useChain(chainId, add) {
      const known = await account.get()
      if (!known?.wallet) throw new Problem('walletNotConnected')
      const requestId = ports.newId()
      chainAsks.set(requestId, { chainId, wallet: known.wallet, address: known.address })
      // The steps before it are all that is wanted: the method itself asks nobody.
      const request = { method: 'eth_chainId', params: [], account: known.address } as const
      try {
        await wallet.ask({ ...request, requestId, wallet: known.wallet, chain: { chainId, add } })
      } catch (thrown) {
        chainAsks.delete(requestId)
        throw thrown
      }
    },
    async answered(answer) {
      const chainAsk = chainAsks.get(answer.requestId)
      if (chainAsk !== undefined) {
        chainAsks.delete(answer.requestId)
        await chainAsked(answer, chainAsk)
        return true
      }
      const asked = await connecting.get()
      if (asked?.requestId !== answer.requestId) return false
      await connecting.set(null)
      const known = await account.get()
      if (answer.kind !== 'result') await settle(known, answerProblem(answer))
      else {
        await settle(...accountOf(answer, known))
        if (answer.wallet !== null) await connected(asked.choice, answer.wallet)
      }
      return true
    },
    async happened(event) {
      const known = await account.get()
      if (known === null || !isSame(known.wallet, event.wallet)) return
      if (event.kind === 'disconnect' || event.kind === 'waking') return
      if (event.kind === 'chain') {
        await settle({ ...known, chainId: event.chainId }, null)
        return
      }
      const first = event.accounts[0]
      const address = isAddress(first) ? lowerHex(first) : null
      if (address === known.address) return
      await settle(address === null ? null : { ...known, address }, null)
    },
    async resume() {
      const [known, asked] = [await account.get(), await connecting.get()]
      if (known?.wallet) wallet.follow(known.wallet)
      // A page asks on without us and wakes us with the answer.
      if (asked !== null && asked.choice.connector !== 'page') await ask(asked)
    },
  }
}

/** The same wallet in another site's page is another one: it has the connections of that site. */
function isSame(known: WalletRef | null, { connector, id, origin }: WalletRef): boolean {
  return known?.connector === connector && known.id === id && known.origin === origin
}

function chainKey({ connector, id, origin }: WalletRef, chainId: number): string {
  return `${connector} ${id} ${origin} ${chainId}`
}

/** What stood in the way of a request; null where it was answered. */
function answerProblem(answer: WalletAnswer): ProblemData | null {
  if (answer.kind === 'result') return null
  if (answer.kind === 'failure') return walletProblem(answer.failure).problem
  return answer.kind === 'unreached' ? unreachedProblem(answer) : new Problem('walletGone').data
}

function accountOf(
  answer: Extract<WalletAnswer, { kind: 'result' }>,
  known: Account | null,
): [Account | null, ProblemData | null] {
  const first = Array.isArray(answer.result) ? (answer.result[0] as unknown) : undefined
  if (!isAddress(first) || answer.wallet === null) return [known, new Problem('walletFailed').data]
  return [{ address: lowerHex(first), chainId: null, wallet: answer.wallet }, null]
}
