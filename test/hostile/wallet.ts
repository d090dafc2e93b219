import type { WalletAnswer, WalletRequest } from '../../lib/wallet/port.ts'
import { signedRequest } from '../harness/actions.ts'
import { harbour, island, stranger, user } from '../harness/chains.ts'
import type { FakeWalletBehaviour } from '../harness/fake-wallet-behaviours.ts'
import { attacker } from './forge.ts'
import { kinds, type Swap } from './kinds.ts'
import type { Scene, SwapLie } from './lie.ts'

type Answer = (request: WalletRequest, scene: Scene) => unknown

/** A lie of a wallet. The swap then has time to end. */
const walletLie = (name: string, makeLie: SwapLie['makeLie'], swap?: Swap): SwapLie => ({
  ...swap,
  name: `wallet: ${name}`,
  liar: 'wallet',
  waitMs: 1_500_000,
  makeLie(scene) {
    scene.markLieMade()
    return makeLie(scene)
  },
})

/** The wallet carries out nothing of a request that `isMeant` selects. One second later it sends this answer. */
function answerInstead(
  { world }: Scene,
  isMeant: (request: WalletRequest) => boolean,
  answer: (request: WalletRequest) => Promise<WalletAnswer> | WalletAnswer,
): void {
  const { wallet, clock } = world
  const { handleRequest } = wallet
  wallet.handleRequest = async (request) => {
    if (!isMeant(request)) return handleRequest(request)
    if (wallet.prompts.some(({ requestId }) => requestId === request.requestId)) return
    wallet.prompts.push(request)
    const said = await answer(request)
    clock.after(1_000, () => void world.run.applyAnswer(said).catch(() => undefined))
  }
}

/** The wallet answers anything to requests of a method, and does nothing. */
const answers = (name: string, method: WalletRequest['method'], answer: Answer, swap?: Swap) =>
  walletLie(
    name,
    (scene) =>
      answerInstead(
        scene,
        (request) => request.method === method,
        async (request) => {
          const { requestId, wallet } = request
          return { requestId, kind: 'result', result: await answer(request, scene), wallet }
        },
      ),
    swap,
  )

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

const behaviours: readonly (readonly [string, FakeWalletBehaviour])[] = [
  ['is silent', 'silent'],
  ['says that it was unclear and does it', 'unclear'],
  ['does it, and is not heard', 'deaf'],
  ['answers twice', 'twice'],
  ['answers as another account', 'stranger'],
  ['answers garbage', 'garbage'],
  ['was never reached', 'unreached'],
  ['is gone', 'gone'],
]

const late = behaviours.flatMap(([word, behaviour]) =>
  (
    [
      ['a signature', kinds.signed],
      ['coins', kinds.native],
      ['a token', kinds.inbox],
    ] as const
  ).map(([what, swap]) =>
    walletLie(
      `for ${what}, ${word}`,
      ({ world }) => {
        world.solver.fate = []
        world.wallet.behaviours.push(behaviour)
      },
      swap,
    ),
  ),
)

const fates = (['fail', 'cancel', 'drop', 'stick', 'hide'] as const).flatMap((fate) =>
  (
    [
      ['coins', kinds.native],
      ['manual', kinds.manual],
    ] as const
  ).map(([what, swap]) =>
    walletLie(
      `${what}, what it sent has the fate "${fate}"`,
      ({ world }) => {
        world.solver.fate = []
        // The approval of a manual route comes first.
        if (what === 'manual') world.chain.fates.push('mine')
        world.chain.fates.push(fate)
      },
      swap,
    ),
  ),
)

/** A wallet that carries out a request and answers that the user rejected it. */
const falseRejections = (
  [
    ['a signature', kinds.signed, 'eth_signTypedData_v4'],
    ['coins', kinds.native, 'eth_sendTransaction'],
    ['a token to the inbox', kinds.inbox, 'eth_sendTransaction'],
    ['a manual swap', kinds.manual, 'eth_sendTransaction'],
    ['a deposit', kinds.deposit, 'eth_sendTransaction'],
  ] as const
).map(([what, swap, method]) =>
  walletLie(
    `${what}, does it and says that it was rejected`,
    (scene) => {
      const { solver, chain } = scene.world
      solver.fate = []
      const isMeant = (request: WalletRequest) =>
        request.method === method && !JSON.stringify(request.params).includes('0x095ea7b3')
      answerInstead(scene, isMeant, ({ requestId, params, chain: on }) => {
        if (method === 'eth_sendTransaction') {
          const { to, data, value } = params[0] as Record<'to' | 'data' | 'value', `0x${string}`>
          const chainId = on?.chainId ?? harbour.chainId
          chain.send({ chainId, from: user, to, data, value: BigInt(value) })
        }
        const failure = { code: 4001, message: 'User rejected the request.' }
        return { requestId, kind: 'failure', failure }
      })
    },
    swap,
  ),
)

export const walletLies: readonly SwapLie[] = [
  ...signatures.map(([word, answer]) => answers(`signs with ${word}`, 'eth_signTypedData_v4', answer)),
  ...(['native', 'deposit'] as const).flatMap((kind) =>
    hashes.map(([word, answer]) =>
      answers(`${kind}, says it sent ${word}`, 'eth_sendTransaction', answer, kinds[kind]),
    ),
  ),
  ...late,
  ...falseRejections,
  ...fates,
]
