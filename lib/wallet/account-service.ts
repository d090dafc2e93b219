import { createConcurrencyLimit } from '../base/concurrency.ts'
import { canonicalAddress } from '../base/ethereum.ts'
import { type Address, isAddress, lowerHex, nativeAddress } from '../base/hex.ts'
import { Problem } from '../base/problem.ts'
import type { ProblemData } from '../base/problem-shape.ts'
import type { Connecting, LocalItem } from '../storage/local.ts'
import {
  type Account,
  isSameWallet,
  type PickedTab,
  type WalletAnswer,
  type WalletChoice,
  type WalletEvent,
  type WalletRef,
} from './port.ts'
import { walletEvent } from './prepare-wallet.ts'
import { answerProblem, createSideRequests } from './side-requests.ts'
import type { Wallets } from './wallets.ts'

/** Longest time for a sleeping wallet to report its chain. */
const wakeMs = 16_000

interface AccountPorts {
  readonly account: LocalItem<Account | null>
  /** The account that the connected wallet switched to, until the user decides. */
  readonly offered: LocalItem<Account | null>
  /** Whether an account is proven to be the user's own: by a recovered signature, or a transaction that it sent. */
  readonly isAccountProven: (address: Address) => Promise<boolean>
  /** The open connect request; stored, so that its answer counts after the worker was stopped too. */
  readonly connecting: LocalItem<Connecting | null>
  readonly lastWallet: LocalItem<WalletChoice | null>
  readonly wallet: Wallets
  readonly newId: () => string
  readonly onChanged: (account: Account | null, problem: ProblemData | null) => void
  readonly onChainRefused: (problem: ProblemData) => void
  readonly onOfferedChanged: (offered: Account | null) => void
}

export type AccountService = ReturnType<typeof createAccountService>

/** Connects one wallet at a time; a newer request invalidates the answer to the older one (R8). */
export function createAccountService(ports: AccountPorts) {
  const { account, connecting, lastWallet, wallet } = ports
  // One change at a time: each reads the account before it writes, and waits in between.
  const inTurn = createConcurrencyLimit(1)

  async function settle(next: Account | null, problem: ProblemData | null): Promise<void> {
    if (problem === null) {
      const before = await account.get()
      await account.set(next)
      // The wallet's offer was relative to the earlier account.
      if (!isSameAccount(before, next)) await offer(null)
    }
    ports.onChanged(next, problem)
  }

  async function offer(next: Account | null): Promise<void> {
    const before = await ports.offered.get()
    if (next === null && before === null) return
    await ports.offered.set(next)
    ports.onOfferedChanged(next)
  }

  async function request({ requestId, choice }: Connecting): Promise<void> {
    const method = 'eth_requestAccounts'
    const chosen = wallet.refOf(choice)
    await wallet.request({ requestId, wallet: chosen, method, params: [], chain: null, account: null })
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
      // A lock is no disconnect: the account and its open requests stay.
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
    // A page may name any account as the wallet's: an unproven account is the user's decision.
    if (!(await ports.isAccountProven(next.address))) return offer(next)
    await settle(next, null)
  }

  /** Reads the connected wallet's chain. Waits for a sleeping wallet. Prompts no wallet. */
  async function refreshChain(): Promise<void> {
    const known = await account.get()
    if (!known?.wallet) return
    const read = await wallet.read({
      wallet: known.wallet,
      method: 'eth_chainId',
      params: [],
      waitMs: wakeMs,
    })
    const event = walletEvent(known.wallet, 'chainChanged', read)
    if (event?.kind === 'chain' && event.chainId !== known.chainId) await inTurn(() => happened(event))
  }

  const { waitsFor, applyAnswer, dropAll, ...sideRequests } = createSideRequests({ ...ports, settle })

  return {
    ...sideRequests,
    refreshChain,
    offers: async (waitMs: number) => wallet.find(await lastWallet.get(), waitMs),
    /** Wallets for a proposal: those connected with its page come first. */
    async offersOf(tab: PickedTab, waitMs: number) {
      const last = await lastWallet.get()
      const [own, others] = await Promise.all([
        wallet.findConnected(tab, last, waitMs),
        wallet.find(last, waitMs),
      ])
      return [...own, ...others]
    },
    async connect(choice: WalletChoice) {
      const requested = { requestId: ports.newId(), choice }
      // Throws before anything is stored if the wallet is not offered.
      wallet.refOf(choice)
      await inTurn(async () => {
        await wallet.choose(choice)
        await connecting.set(requested)
        dropAll()
      })
      // Outside of its turn: it may wait until a page is open.
      await request(requested)
    },
    /** Watches a pasted address, without a wallet and without prompts. Throws `addressInvalid`. */
    async watch(text: string) {
      const address = canonicalAddress(text.trim())
      if (address === null || address === nativeAddress || BigInt(address) === 0n) {
        throw new Problem('addressInvalid')
      }
      await inTurn(async () => {
        // Answers to open wallet requests do not count for a watched account.
        dropAll()
        await connecting.set(null)
        wallet.follow(null)
        await settle({ address, chainId: null, wallet: null }, null)
      })
    },
    /** Disconnects the account. Ending the wallet's permission is tried, but neither awaited nor reported. */
    disconnect: () =>
      inTurn(async () => {
        dropAll()
        const known = await account.get()
        await connecting.set(null)
        await settle(null, null)
        wallet.follow(null)
        // Best effort: a sleeping wallet takes long to answer, and the account is disconnected anyway.
        if (known?.wallet) void wallet.forget(known.wallet).catch(() => undefined)
      }),
    offered: () => ports.offered.get(),
    /** Continues with the offered account. Throws `walletWrongAccount` where another one is offered by now. */
    acceptOffered: (address: Address) =>
      inTurn(async () => {
        const offered = await ports.offered.get()
        if (offered?.address !== address) throw new Problem('walletWrongAccount')
        const chainId = (await account.get())?.chainId ?? null
        await settle({ ...offered, chainId }, null)
      }),
    keepAccount: () => inTurn(() => offer(null)),
    isConnecting: async () => (await connecting.get()) !== null,
    waitsFor: async (id: string) => waitsFor(id) || (await connecting.get())?.requestId === id,
    /** Handles an answer that this service waits for, and ignores any other; returns whether it waited for it. */
    applyAnswer: (answer: WalletAnswer) =>
      inTurn(async () => {
        if (await applyAnswer(answer)) return true
        const requested = await connecting.get()
        if (requested?.requestId !== answer.requestId) return false
        await connecting.set(null)
        const known = await account.get()
        if (answer.kind !== 'result') await settle(known, answerProblem(answer))
        else {
          await settle(...accountOf(answer, known))
          if (answer.wallet !== null) await connected(requested.choice, answer.wallet)
        }
        return true
      }),
    happened: (event: WalletEvent) => inTurn(() => happened(event)),
    /** After a restart of the worker: follows the connected wallet again and settles its open requests. Prompts no wallet. */
    async resume() {
      const [known, pending] = [await account.get(), await connecting.get()]
      if (known?.wallet) wallet.follow(known.wallet)
      // A page continues its request without the worker, and its answer wakes the worker.
      if (pending !== null && pending.choice.connector !== 'page') await request(pending)
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
  const [first]: readonly unknown[] = Array.isArray(answer.result) ? answer.result : []
  if (!isAddress(first) || answer.wallet === null) return [known, new Problem('walletFailed').data]
  return [{ address: lowerHex(first), chainId: null, wallet: answer.wallet }, null]
}
