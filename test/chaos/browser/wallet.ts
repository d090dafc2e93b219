import type { Driver, View } from '../../browser/driver.ts'
import { testWalletPage } from '../../browser/wallet-extension/test-wallet.ts'
import type { WalletBehaviour } from '../../sandbox/pages/wallet/wallet-behaviours.ts'
import { behavioursKey } from '../../sandbox/pages/wallet/wallet-memory.ts'
import type { Way } from '../../wallets/cell.ts'
import type { Random } from './random.ts'
import { repeatAtRandom } from './repeat-at-random.ts'
import { retryInterrupted } from './retry-interrupted.ts'
import type { Scene } from './scene.ts'

export interface SceneWallet {
  readonly way: Way
  readonly behaviours: readonly WalletBehaviour[]
}

const pressMs = 5_000

/** Null if the wallet's own page is not open; Ferry opens it. */
async function walletPage(driver: Driver, { way }: SceneWallet): Promise<View | null> {
  const open = driver.pages().filter((page) => !page.isClosed())
  if (way === 'page') return open.find((page) => /^http.*\/wallet/.test(page.url())) ?? null
  const url = testWalletPage(driver.name)
  return open.find((page) => page.url().startsWith(url)) ?? driver.openPage(url)
}

export async function answerWallet(driver: Driver, wallet: SceneWallet): Promise<void> {
  const page = await walletPage(driver, wallet)
  if (page !== null && (await page.isVisible('wallet-approve'))) await page.click('wallet-approve', pressMs)
}

export async function openWalletPrompt(driver: Driver, wallet: SceneWallet): Promise<void> {
  const page = await walletPage(driver, wallet)
  if (wallet.way === 'extension') await page?.goto(testWalletPage(driver.name))
  else await page?.run(`document.querySelector('[data-testid="wallet-look"]').click()`)
}

/** One or two at random until the returned function is called. Then it has none. */
export function changeBehaviours(scene: Scene, random: Random): () => Promise<void> {
  const { wallet } = scene
  const { behaviours } = wallet
  if (behaviours.length === 0) return async () => undefined
  const set = (now: readonly WalletBehaviour[]) =>
    retryInterrupted(scene, async ({ driver }) => {
      const page = await walletPage(driver, wallet)
      const text = now.join(',')
      if (wallet.way === 'extension') await page?.goto(`${testWalletPage(driver.name)}?behaviours=${text}`)
      else await page?.run(`sessionStorage.setItem('${behavioursKey}', '${text}')`)
    })
  return repeatAtRandom(
    random,
    () => set([...new Set([random.one(behaviours), random.one(behaviours)])]),
    () => set([]),
  )
}
