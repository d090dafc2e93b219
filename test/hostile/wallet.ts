import type { WalletRequest } from '../../lib/wallet/port.ts'
import {
  depositRequest,
  inboxRequest,
  manualRequest,
  nativeRequest,
  signedRequest,
} from '../harness/actions.ts'
import { harbour, island, stranger, user } from '../harness/chains.ts'
import type { FakeWalletBehaviour } from '../harness/fake-wallet-behaviours.ts'
import { attacker } from './forge.ts'
import type { Scene, SwapLie } from './lie.ts'

type Answer = (request: WalletRequest, scene: Scene) => unknown

/** The wallet answers anything to requests of a method, and does nothing. */
function answers(
  name: string,
  method: WalletRequest['method'],
  answer: Answer,
  more: Partial<SwapLie> = {},
): SwapLie {
  return {
    waitMs: 1_500_000,
    ...more,
    name: `wallet: ${name}`,
    liar: 'wallet',
    makeLie(scene) {
      scene.markLieMade()
      const { wallet, clock } = scene.world
      const { handleRequest } = wallet
      wallet.handleRequest = async (request) => {
        if (request.method !== method) return handleRequest(request)
        if (wallet.prompts.some(({ requestId }) => requestId === request.requestId)) return
        wallet.prompts.push(request)
        const result = await answer(request, scene)
        clock.after(1_000, () => {
          const said = {
            requestId: request.requestId,
            kind: 'result',
            result,
            wallet: request.wallet,
          } as const
          scene.world.run.applyAnswer(said).catch(() => undefined)
        })
      }
    },
  }
}

const signatures: readonly (readonly [string, Answer])[] = [
  ['nothing', () => ''],
  ['no bytes', () => '0x'],
  ['64 zero bytes', () => `0x${'00'.repeat(64)}`],
  ['65 zero bytes', () => `0x${'00'.repeat(65)}`],
  ['65 bytes of ones', () => `0x${'ff'.repeat(65)}`],
  ['66 bytes', () => `0x${'11'.repeat(66)}`],
  ['a blob', () => `0x${'11'.repeat(700)}`],
  ['an object', () => ({ signature: '0x' })],
  ['null', () => null],
  ['the signature of another account', ({ params }) => stranger.signTypedData(JSON.parse(String(params[1])))],
  ['the signature of another text by another account', () => stranger.signMessage({ message: 'hello' })],
]

const hashes: readonly (readonly [string, Answer])[] = [
  ['a hash of nothing', () => `0x${'77'.repeat(32)}`],
  ['31 bytes', () => `0x${'77'.repeat(31)}`],
  ['nothing', () => ''],
  ['no bytes', () => '0x'],
  ['null', () => null],
  ['an object', () => ({ hash: `0x${'77'.repeat(32)}` })],
  [
    'a payment of a stranger',
    ({ chain }, scene) => scene.pay(chain?.chainId ?? 0, signedRequest.inputToken, user, 5n),
  ],
  [
    'the payment that would prove it',
    (_, { pay, request: quoteRequest }) => pay(island.chainId, quoteRequest.outputToken, user, 10n ** 16n),
  ],
  [
    'a transaction to the attacker',
    (_, { world }) =>
      world.chain.send({ chainId: harbour.chainId, from: user, to: attacker, data: '0x', value: 1n }),
  ],
  [
    'the same call with all coins',
    ({ params }, { world }) => {
      const { to, data } = params[0] as { to: `0x${string}`; data: `0x${string}` }
      return world.chain.send({ chainId: harbour.chainId, from: user, to, data, value: 5n * 10n ** 17n })
    },
  ],
]

const sent = [
  ['native', nativeRequest, {}],
  ['deposit', depositRequest, { choice: { routeKey: 'deposit' } }],
] as const

const late: readonly SwapLie[] = (
  [
    ['is silent', 'silent'],
    ['says that it was unclear and does it', 'unclear'],
    ['does it, and is not heard', 'deaf'],
    ['answers twice', 'twice'],
    ['answers as another account', 'stranger'],
    ['answers garbage', 'garbage'],
    ['was never reached', 'unreached'],
    ['is gone', 'gone'],
  ] as readonly (readonly [string, FakeWalletBehaviour])[]
).flatMap(([word, behaviour]) =>
  [signedRequest, nativeRequest, inboxRequest].map((request) => ({
    name: `wallet: for ${request === signedRequest ? 'a signature' : request === nativeRequest ? 'coins' : 'a token'}, ${word}`,
    liar: 'wallet',
    request,
    waitMs: 1_500_000,
    makeLie(scene) {
      scene.markLieMade()
      scene.world.solver.fate = []
      scene.world.wallet.behaviours.push(behaviour)
    },
  })),
)

const fates: readonly SwapLie[] = (['fail', 'cancel', 'drop', 'stick', 'hide'] as const).flatMap((fate) =>
  [nativeRequest, manualRequest].map((request) => ({
    name: `wallet: ${request === nativeRequest ? 'coins' : 'manual'}, what it sent has the fate "${fate}"`,
    liar: 'wallet',
    request,
    ...(request === manualRequest ? { choice: { routeKey: 'manual:Across:' } } : {}),
    waitMs: 1_500_000,
    makeLie(scene) {
      scene.markLieMade()
      scene.world.solver.fate = []
      // The approval of a manual route comes first.
      if (request === manualRequest) scene.world.chain.fates.push('mine')
      scene.world.chain.fates.push(fate)
    },
  })),
)

/** A wallet that carries out a request and answers that the user rejected it. */
const falseRejections: readonly SwapLie[] = (
  [
    ['a signature', signedRequest, 'eth_signTypedData_v4', {}],
    ['coins', nativeRequest, 'eth_sendTransaction', {}],
    ['a token to the inbox', inboxRequest, 'eth_sendTransaction', {}],
    ['a manual swap', manualRequest, 'eth_sendTransaction', { choice: { routeKey: 'manual:Across:' } }],
    ['a deposit', depositRequest, 'eth_sendTransaction', { choice: { routeKey: 'deposit' } }],
  ] as const
).map(([what, request, method, more]) => ({
  name: `wallet: ${what}, does it and says that it was rejected`,
  liar: 'wallet',
  request,
  waitMs: 1_500_000,
  ...more,
  makeLie(scene) {
    scene.markLieMade()
    const { world } = scene
    const { wallet, clock } = world
    const { handleRequest: honestly } = wallet
    world.solver.fate = []
    wallet.handleRequest = async (request) => {
      const isApproval = JSON.stringify(request.params).includes('0x095ea7b3')
      if (request.method !== method || isApproval) return honestly(request)
      if (wallet.prompts.some(({ requestId }) => requestId === request.requestId)) return
      wallet.prompts.push(request)
      if (method === 'eth_sendTransaction') {
        const { to, data, value } = request.params[0] as Record<'to' | 'data' | 'value', `0x${string}`>
        const chainId = request.chain?.chainId ?? harbour.chainId
        world.chain.send({ chainId, from: user, to, data, value: BigInt(value) })
      }
      const failure = { code: 4001, message: 'User rejected the request.' }
      const { requestId } = request
      clock.after(1_000, () => {
        const said = { requestId, kind: 'failure', failure, wallet: request.wallet } as const
        world.run.applyAnswer(said).catch(() => undefined)
      })
    }
  },
}))

export const walletLies: readonly SwapLie[] = [
  ...signatures.map(([word, answer]) => answers(`signs with ${word}`, 'eth_signTypedData_v4', answer)),
  ...sent.flatMap(([way, request, more]) =>
    hashes.map(([word, answer]) =>
      answers(`${way}, says it sent ${word}`, 'eth_sendTransaction', answer, { ...more, request }),
    ),
  ),
  ...late,
  ...falseRejections,
  ...fates,
]
