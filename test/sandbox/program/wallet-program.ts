import { createServer } from 'node:http'
import type { Socket } from 'node:net'
import type { SandboxChain } from '../chains/ledger.ts'
import type { WalletPrompt } from '../pages/wallet/describe-request.ts'
import { SandboxWallet } from '../pages/wallet/sandbox-wallet.ts'
import { WalletMemory } from '../pages/wallet/wallet-memory.ts'
import { MapStorage } from './map-storage.ts'
import { TextSocket } from './text-socket.ts'

export interface WalletProgram {
  readonly memory: WalletMemory
  readonly wallet: SandboxWallet
  /** The connected origins, as their browsers sent them. */
  readonly origins: ReadonlySet<string>
  readonly receivedMethods: readonly string[]
  waitForPrompt(): Promise<WalletPrompt>
  answer(isApproved: boolean): Promise<void>
  closeSockets(): void
  stop(): Promise<void>
}

/**
 * A wallet that is a program on this machine, as Frame is: JSON-RPC over a WebSocket. The origin identifies
 * the caller.
 */
export async function startWalletProgram(options: {
  readonly port: number
  readonly chains: readonly SandboxChain[]
}): Promise<WalletProgram> {
  const memory = new WalletMemory(new MapStorage(), new MapStorage())
  const sockets = new Set<TextSocket>()
  const origins = new Set<string>()
  const requests: string[] = []
  const shown: { question: WalletPrompt; answer(isApproved: boolean): void }[] = []
  const waiting: (() => void)[] = []
  const wallet = new SandboxWallet({
    memory,
    chains: options.chains.map(({ chainId, name, rpcUrl, currency }) => ({
      chainId,
      name,
      rpcUrl,
      symbol: currency.symbol,
    })),
    tokens: options.chains.flatMap((chain) => chain.tokens),
    prompt: (question) =>
      new Promise((answer) => {
        shown.push({ question, answer })
        for (const go of waiting.splice(0)) go()
      }),
    changed: () => undefined,
    note: (line) => void requests.push(line),
  })

  async function first() {
    for (;;) {
      const top = shown[0]
      if (top !== undefined) return top
      await new Promise<void>((go) => waiting.push(go))
    }
  }

  async function handle(socket: TextSocket, text: string): Promise<void> {
    const { id, method, params } = JSON.parse(text) as { id: number; method: string; params: unknown[] }
    const say = (part: object): void => socket.say(JSON.stringify({ jsonrpc: '2.0', id, ...part }))
    if (method === 'web3_clientVersion') return say({ result: 'Sandbox Program/v1.0.0' })
    if (method === 'eth_subscribe') return say({ result: subscribe(socket, String(params[0])) })
    try {
      const result = (await wallet.request({ method, params })) ?? null
      say({ result })
      if (memory.mode === 'twice') say({ result })
    } catch (thrown) {
      const { code = -32603, message = String(thrown) } = thrown as { code?: number; message?: string }
      say({ error: { code, message } })
    }
  }

  function subscribe(socket: TextSocket, event: string): string {
    const subscription = `0x${event.length.toString(16)}`
    const notify = (result: unknown): void =>
      socket.say(
        JSON.stringify({ jsonrpc: '2.0', method: 'eth_subscription', params: { subscription, result } }),
      )
    wallet.on(event, notify)
    return subscription
  }

  const server = createServer((_request, response) => response.writeHead(426).end())
  server.on('upgrade', (request, stream: Socket) => {
    origins.add(request.headers.origin ?? '')
    const socket = new TextSocket(stream, request.headers['sec-websocket-key'] ?? '')
    sockets.add(socket)
    socket.onText = (text) => void handle(socket, text)
    socket.onClose = () => sockets.delete(socket)
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(options.port, '127.0.0.1', resolve)
  })
  const hangUp = (): void => {
    for (const socket of [...sockets]) socket.end()
  }
  return {
    memory,
    wallet,
    origins,
    receivedMethods: requests,
    waitForPrompt: async () => (await first()).question,
    async answer(isApproved) {
      const top = await first()
      shown.shift()
      top.answer(isApproved)
    },
    closeSockets: hangUp,
    async stop() {
      hangUp()
      await new Promise((done) => server.close(done))
    },
  }
}
