import { type Address, isAddress, numberToHex } from 'viem'
import {
  describeTransaction,
  describeTypedData,
  type KnownToken,
  type WalletPrompt,
} from './describe-request.ts'
import { atomicCapabilities, callsStatus, readRequestedCalls, sendCalls } from './send-calls.ts'
import {
  estimateRequestGas,
  readChain,
  readRequestedTransaction,
  readRequestedTypedData,
  sendTransaction,
  signTypedData,
} from './sign-and-send.ts'
import { WalletError } from './wallet-error.ts'
import { walletKeys } from './wallet-keys.ts'
import type { WalletChain, WalletMemory } from './wallet-memory.ts'
import { unlessForgotten, WalletPrompts } from './wallet-prompts.ts'

const secondAnswerMs = 300

/** Calls each `then` listener two times. `await` receives only one answer. */
function answerTwice(answer: Promise<unknown>): Promise<unknown> {
  const once = answer.then.bind(answer)
  const twice = (received: Listener, failed: Listener): Promise<unknown> =>
    once((value) => {
      setTimeout(() => received(value), secondAnswerMs)
      return received(value)
    }, failed)
  Reflect.set(answer, 'then', twice)
  return answer
}

function readRequestedChainId(params: readonly unknown[]): number {
  const text = (params[0] as { chainId?: unknown } | undefined)?.chainId
  if (typeof text !== 'string' || !/^0x[1-9a-f][0-9a-f]*$/i.test(text)) {
    throw new WalletError(-32602, 'chainId is no hex quantity')
  }
  return Number(text)
}

/** The EIP-2255 permissions of a connected site, with MetaMask's own caveat for the chains it may use. */
function chainPermissions(memory: WalletMemory, chainId: number): readonly unknown[] {
  if (!memory.connected) return []
  const chainIds = [...new Set([chainId, ...memory.usableChains])].map((id) => numberToHex(id))
  return [
    { parentCapability: 'eth_accounts' },
    {
      parentCapability: 'endowment:permitted-chains',
      caveats: [{ type: 'restrictNetworkSwitching', value: chainIds }],
    },
  ]
}

/** The prompt for a token that a site wants listed (EIP-747). Throws -32602 if it is not a token. */
function describeAsset(requested: unknown): WalletPrompt {
  const { type, options } = Object(requested) as { readonly type?: unknown; readonly options?: unknown }
  const { address, symbol, decimals } = Object(options) as { readonly [name: string]: unknown }
  if (type !== 'ERC20' || typeof address !== 'string' || !isAddress(address, { strict: false })) {
    throw new WalletError(-32602, 'the asset is no token')
  }
  if (typeof symbol !== 'string' || !/^.{1,11}$/.test(symbol) || !Number.isInteger(decimals)) {
    throw new WalletError(-32602, 'the token is not described')
  }
  return {
    title: `List ${symbol}`,
    facts: [
      ['token', address],
      ['decimals', String(decimals)],
    ],
  }
}

type Listener = (value: unknown) => void

interface WalletPorts {
  readonly memory: WalletMemory
  readonly chains: readonly WalletChain[]
  readonly tokens: readonly KnownToken[]
  readonly prompt: (question: WalletPrompt) => Promise<boolean>
  /** Called after any displayed value has changed. */
  readonly changed: () => void
  readonly note: (line: string) => void
}

const readMethods = /^eth_(call|getBalance|getCode|getTransaction\w*|blockNumber|estimateGas|gasPrice)$/

/** An EIP-1193 wallet that works like real ones, and misbehaves if its mode says so. */
export class SandboxWallet {
  readonly #ports: WalletPorts
  readonly #listeners = new Map<string, Set<Listener>>()
  readonly #prompts: WalletPrompts
  #connecting = false
  #wasLocked: boolean

  constructor(ports: WalletPorts) {
    this.#ports = ports
    this.#wasLocked = ports.memory.hasBehaviour('locks')
    this.#prompts = new WalletPrompts(ports.memory, ports.prompt, () => this.reportLock())
  }

  get chain(): WalletChain {
    const known = this.#ports.memory.chains(this.#ports.chains)
    const chain = known.find((each) => each.chainId === this.#ports.memory.chainId) ?? known[0]
    if (chain === undefined) throw new WalletError(4901, 'no chain is known')
    return chain
  }

  get address(): Address {
    return walletKeys(this.#ports.memory.accountIndex).chosen.address
  }

  get accounts(): readonly Address[] {
    const { memory } = this.#ports
    return memory.connected && !memory.hasBehaviour('locks') ? [this.address.toLowerCase() as Address] : []
  }

  request({ method, params }: { readonly method: string; readonly params?: unknown }): Promise<unknown> {
    this.#ports.note(method)
    // Only this method takes no list of parameters.
    const isAsset = method === 'wallet_watchAsset'
    const requested = isAsset
      ? this.#watchAsset(params)
      : this.#answer(method, Array.isArray(params) ? params : [])
    const answer = unlessForgotten(requested)
    return this.#ports.memory.mode === 'twice' ? answerTwice(answer) : answer
  }

  on(event: string, listener: Listener): this {
    const received = this.#listeners.get(event) ?? new Set()
    this.#listeners.set(event, received.add(listener))
    return this
  }

  removeListener(event: string, listener: Listener): this {
    this.#listeners.get(event)?.delete(listener)
    return this
  }

  chooseAccount(index: number): void {
    this.#ports.memory.accountIndex = index
    this.#emit('accountsChanged', this.accounts)
  }

  /** Reports to the connected site that the wallet was locked or unlocked, as several wallets do. */
  reportLock(): void {
    const isLocked = this.#ports.memory.hasBehaviour('locks')
    if (isLocked === this.#wasLocked) return
    this.#wasLocked = isLocked
    if (this.#ports.memory.connected) this.#emit('accountsChanged', this.accounts)
  }

  disconnect(): void {
    this.#ports.memory.connected = false
    this.#emit('accountsChanged', this.accounts)
  }

  async #answer(method: string, params: readonly unknown[]): Promise<unknown> {
    if (method === 'eth_chainId') return numberToHex(this.chain.chainId)
    if (method === 'eth_accounts') return this.accounts
    if (method === 'eth_requestAccounts') return this.#connect()
    if (method === 'wallet_switchEthereumChain') return this.#switchChain(params)
    if (method === 'wallet_addEthereumChain') return this.#addChain(params)
    if (method === 'wallet_getPermissions') return chainPermissions(this.#ports.memory, this.chain.chainId)
    if (method === 'eth_signTypedData_v4') return this.#sign(params)
    if (method === 'eth_sendTransaction') return this.#send(params)
    const { memory, chains: known } = this.#ports
    if (memory.isSmart) {
      if (method === 'wallet_getCapabilities') return atomicCapabilities(params, this.accounts, known)
      if (method === 'wallet_sendCalls') return this.#sendCalls(params)
      if (method === 'wallet_getCallsStatus') return callsStatus(`${params[0]}`, memory, known)
    }
    if (readMethods.test(method)) return readChain(this.chain.rpcUrl, method, params)
    throw new WalletError(4200, `${method} is not supported`)
  }

  async #connect(): Promise<readonly Address[]> {
    if (this.accounts.length > 0) return this.accounts
    if (this.#connecting) throw new WalletError(-32002, 'already processing eth_requestAccounts')
    this.#connecting = true
    try {
      await this.#prompts.requireUnlocked()
      if (this.accounts.length > 0) return this.accounts
      await this.#prompts.requireApproval({ title: 'Connect this site', facts: [['account', this.address]] })
    } finally {
      this.#connecting = false
    }
    this.#ports.memory.connected = true
    this.#ports.memory.allowChain(this.chain.chainId)
    this.#emit('accountsChanged', this.accounts)
    return this.accounts
  }

  async #switchChain(params: readonly unknown[]): Promise<null> {
    const chainId = readRequestedChainId(params)
    const known = this.#ports.memory.chains(this.#ports.chains)
    if (known.every((chain) => chain.chainId !== chainId)) {
      throw new WalletError(4902, `unrecognized chain ${chainId}`)
    }
    if (this.chain.chainId === chainId) return null
    await this.#mayUse(chainId)
    this.#ports.memory.chainId = chainId
    this.#emit('chainChanged', numberToHex(chainId))
    return null
  }

  async #mayUse(chainId: number): Promise<void> {
    const { memory } = this.#ports
    if (!memory.useBehaviour('asks-chains') || memory.usableChains.includes(chainId)) return
    await this.#prompts.requireApproval({ title: 'Use this network', facts: [['chain', String(chainId)]] })
    memory.allowChain(chainId)
  }

  async #addChain(params: readonly unknown[]): Promise<null> {
    const chainId = readRequestedChainId(params)
    const given = params[0] as {
      chainName?: unknown
      rpcUrls?: unknown
      nativeCurrency?: { symbol?: unknown }
    }
    const rpcUrl: unknown = Array.isArray(given.rpcUrls) ? given.rpcUrls[0] : undefined
    const { chainName } = given
    const symbol = given.nativeCurrency?.symbol
    if (typeof rpcUrl !== 'string' || typeof chainName !== 'string' || typeof symbol !== 'string') {
      throw new WalletError(-32602, 'the chain is not described')
    }
    if (Number(await readChain(rpcUrl, 'eth_chainId', [])) !== chainId) {
      throw new WalletError(-32602, 'the node is on another chain')
    }
    await this.#prompts.requireApproval({
      title: `Add ${chainName}`,
      facts: [
        ['chain', String(chainId)],
        ['node', rpcUrl],
      ],
    })
    this.#ports.memory.addChain({ chainId, name: chainName, rpcUrl, symbol })
    return this.#switchChain(params)
  }

  #sign(params: readonly unknown[]): Promise<unknown> {
    return this.#inTurn(async () => {
      const data = readRequestedTypedData(params, this.address, this.chain.chainId)
      await this.#prompts.requireApproval(describeTypedData(data))
      return signTypedData(this.#signer(), data)
    })
  }

  #send(params: readonly unknown[]): Promise<unknown> {
    // Estimates while the prompt waits for its turn, as wallets do. A transaction that would fail later is
    // sent all the same.
    const estimated = estimateRequestGas(this.chain.rpcUrl, params)
    return this.#inTurn(async () => {
      const { chain } = this
      const transaction = readRequestedTransaction(params, this.address, chain.chainId)
      await this.#prompts.requireApproval(describeTransaction(transaction, chain, this.#ports.tokens))
      const gas = (await estimateRequestGas(chain.rpcUrl, params)) ?? (await estimated)
      return sendTransaction(this.#signer(), chain, { ...transaction, gas })
    })
  }

  #sendCalls(params: readonly unknown[]): Promise<unknown> {
    return this.#inTurn(async () => {
      const { chain } = this
      const { memory, tokens } = this.#ports
      const { id, calls } = readRequestedCalls(params, this.address, chain.chainId)
      if (memory.callsOf(id) !== undefined)
        throw new WalletError(5720, 'calls with this id were taken already')
      const facts = calls.flatMap((call) => {
        const { title, facts: of } = describeTransaction(call, chain, tokens)
        return [['step', title] as const, ...of]
      })
      await this.#prompts.requireApproval({ title: `Do ${calls.length} steps as one`, facts })
      memory.storeCalls(id, { chainId: chain.chainId, hash: await sendCalls(this.#signer(), chain, calls) })
      return { id }
    })
  }

  async #watchAsset(params: unknown): Promise<unknown> {
    if (!this.#ports.memory.listsTokens) throw new WalletError(-32601, 'Method not found')
    return this.#inTurn(async () => {
      await this.#prompts.requireApproval(describeAsset(params))
      return true
    })
  }

  #signer() {
    const keys = walletKeys(this.#ports.memory.accountIndex)
    return this.#ports.memory.mode === 'wrong-account' ? keys.wrong : keys.chosen
  }

  #inTurn(work: () => Promise<unknown>): Promise<unknown> {
    if (!this.#ports.memory.connected) throw new WalletError(4100, 'this site is not connected')
    return this.#prompts.runInTurn(work)
  }

  #emit(event: string, value: unknown): void {
    this.#ports.changed()
    for (const listener of this.#listeners.get(event) ?? []) listener(value)
  }
}
