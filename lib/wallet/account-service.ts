import { createSlots } from '../base/concurrency.ts'
import { canonicalAddress } from '../base/ethereum.ts'
import { type Address, isAddress, lowerHex, nativeAddress } from '../base/hex.ts'
import { Problem, type ProblemData } from '../base/problem.ts'
import type { Connecting, LocalItem } from '../storage/local.ts'
import type {
  Account,
  PickedTab,
  WalletAnswer,
  WalletChoice,
  WalletEvent,
  WalletOffer,
  WalletRef,
} from './port.ts'
import { answerProblem, createSideQuestions, isSameWallet, type SideQuestions } from './side-questions.ts'
import type { Wallets } from './wallets.ts'

interface AccountPorts {
  readonly account: LocalItem<Account | null>
  /** The account that the connected wallet switched to, until the user decides. */
  readonly offered: LocalItem<Account | null>
  /** Whether an account has shown to be the user's own: by a recovered signature, or a transaction that it sent. */
  readonly isProven: (address: Address) => Promise<boolean>
  /** The connect request whose answer is awaited, so that it counts after the worker's death too. */
  readonly connecting: LocalItem<Connecting | null>
  readonly lastWallet: LocalItem<WalletChoice | null>
  readonly wallet: Wallets
  readonly newId: () => string
  /** Told when the account is another, or when connecting failed. */
  readonly changed: (account: Account | null, problem: ProblemData | null) => void
  /** Told when the wallet switched to an account that the user has to accept, or that none waits any more. */
  readonly offeredChanged: (offered: Account | null) => void
}

/** The connected account: asked for, followed, forgotten. */
export interface AccountService extends Omit<SideQuestions, 'waitsFor' | 'answered' | 'dropAll'> {
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
  /** The account that the wallet switched to and that waits for the user; null for none. */
  offered(): Promise<Account | null>
  /** Goes on with the account that is offered. Throws `walletWrongAccount` where it is another one by now. */
  acceptOffered(address: Address): Promise<void>
  /** Keeps the account that was there. */
  keepAccount(): Promise<void>
  /** True while a wallet that was asked to connect has not answered. */
  isConnecting(): Promise<boolean>
  /** Whether a wallet's answer to this request is waited for here. */
  waitsFor(requestId: string): Promise<boolean>
  /** Takes the answer that is waited for here, and drops any other; whether it was one. */
  answered(answer: WalletAnswer): Promise<boolean>
  happened(event: WalletEvent): Promise<void>
  /** Takes up after the worker's death: follows the connected wallet again and settles what it was asked. Prompts nobody. */
  resume(): Promise<void>
}

/** Connects one wallet at a time; a newer request makes the older one's answer worthless (R8). */
export function createAccountService(ports: AccountPorts): AccountService {
  const { account, connecting, lastWallet, wallet } = ports
  // One event at a time: an earlier switch must not be offered after a later one was taken in.
  const inTurn = createSlots(1)

  async function settle(next: Account | null, problem: ProblemData | null): Promise<void> {
    if (problem === null) {
      const before = await account.get()
      await account.set(next)
      // What the wallet offered stood against the account of before.
      if (!isSameAccount(before, next)) await offer(null)
    }
    ports.changed(next, problem)
  }

  async function offer(next: Account | null): Promise<void> {
    const before = await ports.offered.get()
    if (next === null && before === null) return
    await ports.offered.set(next)
    ports.offeredChanged(next)
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

  async function happened(event: WalletEvent): Promise<void> {
    const known = await account.get()
    if (known === null || !isSameWallet(known.wallet, event.wallet)) return
    if (event.kind === 'disconnect' || event.kind === 'waking') return
    if (event.kind === 'chain') {
      await settle({ ...known, chainId: event.chainId }, null)
      return
    }
    const { isLocked, ...unlocked } = known
    const first = event.accounts[0]
    if (!isAddress(first)) {
      // A lock is no disconnect: the account stays, and so does what is open for it.
      await offer(null)
      if (isLocked !== true) await settle({ ...known, isLocked: true }, null)
      return
    }
    const next = { ...unlocked, address: lowerHex(first) }
    if (next.address === known.address) {
      await offer(null)
      if (isLocked === true) await settle(next, null)
      return
    }
    // A page may name any account as the wallet's: one that proved nothing is the user's decision.
    if (!(await ports.isProven(next.address))) return offer(next)
    await settle(next, null)
  }

  const { waitsFor, answered, dropAll, ...questions } = createSideQuestions({ ...ports, settle })

  return {
    ...questions,
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
      dropAll()
      await ask(asked)
    },
    async watch(text) {
      const address = canonicalAddress(text.trim())
      if (address === null || address === nativeAddress || BigInt(address) === 0n) {
        throw new Problem('addressInvalid')
      }
      // Nothing a wallet is still asked counts for what is only watched.
      dropAll()
      await connecting.set(null)
      wallet.follow(null)
      await settle({ address, chainId: null, wallet: null }, null)
    },
    async disconnect() {
      dropAll()
      const known = await account.get()
      await connecting.set(null)
      await settle(null, null)
      wallet.follow(null)
      // As well as it can be done: one that sleeps takes long to be told, and the account is let go of all the same.
      if (known?.wallet) void wallet.forget(known.wallet).catch(() => undefined)
    },
    offered: () => ports.offered.get(),
    async acceptOffered(address) {
      const offered = await ports.offered.get()
      if (offered?.address !== address) throw new Problem('walletWrongAccount')
      const chainId = (await account.get())?.chainId ?? null
      await settle({ ...offered, chainId }, null)
    },
    keepAccount: () => offer(null),
    isConnecting: async () => (await connecting.get()) !== null,
    waitsFor: async (id) => waitsFor(id) || (await connecting.get())?.requestId === id,
    async answered(answer) {
      if (await answered(answer)) return true
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
    happened: (event) => inTurn(() => happened(event)),
    async resume() {
      const [known, asked] = [await account.get(), await connecting.get()]
      if (known?.wallet) wallet.follow(known.wallet)
      // A page asks on without us and wakes us with the answer.
      if (asked !== null && asked.choice.connector !== 'page') await ask(asked)
    },
  }
}

function isSameAccount(one: Account | null, other: Account | null): boolean {
  if (one === null || other === null) return one === other
  const isWallet = other.wallet === null ? one.wallet === null : isSameWallet(one.wallet, other.wallet)
  return one.address === other.address && isWallet
}

function accountOf(
  answer: Extract<WalletAnswer, { kind: 'result' }>,
  known: Account | null,
): [Account | null, ProblemData | null] {
  const first = Array.isArray(answer.result) ? (answer.result[0] as unknown) : undefined
  if (!isAddress(first) || answer.wallet === null) return [known, new Problem('walletFailed').data]
  return [{ address: lowerHex(first), chainId: null, wallet: answer.wallet }, null]
}
