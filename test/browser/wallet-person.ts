import type { SandboxChain } from '../sandbox/chains/ledger.ts'
import type { WalletBehaviour } from '../sandbox/pages/wallet/wallet-behaviours.ts'
import { behavioursKey, promptsKey } from '../sandbox/pages/wallet/wallet-memory.ts'
import type { WalletMode } from '../sandbox/pages/wallet/wallet-mode.ts'
import { startWalletProgram, type WalletProgram } from '../sandbox/program/wallet-program.ts'
import type { Driver, View } from './driver.ts'
import type { Journey } from './journey.ts'
import { openWallets } from './swap-journey.ts'
import { testWalletGeckoId, testWalletId, testWalletPage } from './wallet-extension/test-wallet.ts'

/** The person in front of a wallet, for every connector. */
export interface WalletPerson {
  readonly connector: 'extension' | 'loopback' | 'page'
  setMode(mode: WalletMode): Promise<void>
  /** Waits for the wallet's prompt and returns its title. */
  waitForPrompt(): Promise<string>
  readPromptFacts(): Promise<string>
  /** How often the wallet received this method, as far as it still knows. */
  countRequests(method: string): Promise<number>
  answer(isApproved: boolean): Promise<void>
  chooseAccount(index: 0 | 1): Promise<void>
  setBehaviours(behaviours: readonly WalletBehaviour[]): Promise<void>
  forgetChains(chainIds: readonly number[]): Promise<void>
  requestingOrigin(): Promise<string>
  resetWallet(chainId: number): Promise<void>
  /** Opens a prompt that the wallet does not show by itself. */
  openPrompt(): Promise<void>
  /** The titles of all prompts since the wallet was reset, in order. */
  readPromptTitles(): Promise<readonly string[]>
  /** Breaks the connection to the wallet during its open prompt. A later request connects again. */
  breakConnection(): Promise<void>
  stop(): Promise<void>
}

/** An expression for the page of the test extension: the wallet has the state of the page's query. */
export const isPreset = 'document.body.dataset.isPreset === "true"'

export async function extensionPerson({ driver }: Pick<Journey, 'driver'>): Promise<WalletPerson> {
  const id = driver.name === 'firefox' ? testWalletGeckoId : testWalletId
  const url = testWalletPage(driver.name)
  const page = await driver.openPage(url)
  /** Sets the wallet's state by the page's query. The worker applies it and confirms it to the page. */
  const preset = async (query: string): Promise<void> => {
    await page.goto(`${url}?${query}`)
    await page.waitUntil(isPreset, `the wallet to be ${query}`)
  }
  return {
    connector: 'extension',
    ...personAtPage(() => page),
    async setMode(mode) {
      await page.choose('wallet-mode', mode)
      // The worker stores it and confirms it to the page.
      await page.waitUntil(`document.body.dataset.mode === ${JSON.stringify(mode)}`, `the mode ${mode}`)
    },
    setBehaviours: (behaviours) => preset(`behaviours=${behaviours.join(',')}`),
    forgetChains: (chainIds) => preset(`unknown=${chainIds.join(',')}`),
    async resetWallet(chainId) {
      await preset(`fresh=1&chain=${chainId}`)
      // The worker stores it and confirms it to the page.
      await page.waitUntil(
        `document.querySelector('[data-testid="wallet-chain"]').textContent.includes('(${chainId})')`,
        'the chain',
      )
    },
    // The prompt is visible to a person who opens the wallet.
    openPrompt: () => page.goto(url),
    async readPromptTitles() {
      const kept = await page.run(
        `(globalThis.browser ?? chrome).storage.local.get('${promptsKey}').then((all) => all['${promptsKey}'] ?? '[]')`,
      )
      return JSON.parse(String(kept)) as string[]
    },
    breakConnection: () => driver.killWorkerOf(id),
    stop: async () => undefined,
  }
}

/** The person at the sandbox's wallet page, whose wallet stores its memory in the page's storage. */
export async function pagePerson({
  driver,
  harness,
}: {
  readonly driver: Driver
  readonly harness: { readonly pagesUrl: string }
}): Promise<WalletPerson> {
  const page = await driver.openPage(`${harness.pagesUrl}/wallet`)
  return {
    connector: 'page',
    ...personAtPage(() => page),
    setMode: (mode) => page.choose('wallet-mode', mode),
    async setBehaviours(behaviours) {
      await page.run(
        `sessionStorage.setItem('${behavioursKey}', '${behaviours.join(',')}'), dispatchEvent(new Event('storage'))`,
      )
    },
    async forgetChains(chainIds) {
      await page.goto(`${harness.pagesUrl}/wallet?unknown=${chainIds.join(',')}`)
    },
    async resetWallet(chainId) {
      await page.goto(`${harness.pagesUrl}/wallet?fresh=1&chain=${chainId}`)
      // So that a reloaded page does not apply the query again.
      await page.run(`history.replaceState(null, '', location.pathname)`)
    },
    // Repeats until the prompt exists.
    openPrompt: () =>
      page.waitUntil(
        `(document.querySelector('[data-testid="wallet-look"]').click(),
          document.querySelector('[data-testid="wallet-dialog"]').open)`,
        'the question that is looked for',
      ),
    readPromptTitles: async () =>
      JSON.parse(String(await page.run(`sessionStorage.getItem('${promptsKey}') ?? '[]'`))) as string[],
    breakConnection: () => page.goto(page.url()),
    stop: () => page.close(),
  }
}

function personAtPage(page: () => View) {
  return {
    async waitForPrompt() {
      await page().waitFor('wallet-approve')
      return page().text('wallet-title')
    },
    readPromptFacts: () => page().text('wallet-facts'),
    async countRequests(method: string) {
      const lines = `[...document.querySelectorAll('[data-testid="wallet-log"] li')]`
      const is = `(line) => line.textContent === ${JSON.stringify(method)}`
      return Number(await page().run(`${lines}.filter(${is}).length`))
    },
    answer: (isApproved: boolean) => page().click(isApproved ? 'wallet-approve' : 'wallet-reject'),
    chooseAccount: (index: 0 | 1) => page().choose('wallet-account', String(index)),
    requestingOrigin: () => page().text('wallet-origin'),
  }
}

export async function programPerson({
  harness,
}: {
  readonly harness: { readonly programPort: number; readonly chains: readonly SandboxChain[] }
}): Promise<WalletPerson> {
  const { programPort: port, chains } = harness
  const program: WalletProgram = await startWalletProgram({ port, chains })
  return {
    connector: 'loopback',
    async setMode(mode) {
      program.memory.mode = mode
    },
    waitForPrompt: async () => (await program.waitForPrompt()).title,
    readPromptFacts: async () => JSON.stringify((await program.waitForPrompt()).facts),
    countRequests: async (method) => program.receivedMethods.filter((one) => one === method).length,
    answer: program.answer,
    async chooseAccount(index) {
      program.wallet.chooseAccount(index)
    },
    async setBehaviours(behaviours) {
      program.memory.preset(new URLSearchParams(`behaviours=${behaviours.join(',')}`))
      program.wallet.reportLock()
    },
    async forgetChains(chainIds) {
      program.memory.preset(new URLSearchParams(`unknown=${chainIds.join(',')}`))
    },
    requestingOrigin: async () => [...program.origins].join(' '),
    async resetWallet(chainId) {
      program.memory.preset(new URLSearchParams(`fresh=1&chain=${chainId}`))
    },
    openPrompt: async () => undefined,
    readPromptTitles: async () => program.memory.promptTitles,
    async breakConnection() {
      program.closeSockets()
    },
    stop: program.stop,
  }
}

export async function connectWith(ferry: View, person: WalletPerson): Promise<void> {
  await openWallets(ferry)
  await ferry.click(`wallet-${person.connector}`)
  await ferry.click('wallet-connect')
  await person.answer(true)
  await ferry.bringToFront()
  await ferry.waitFor('account')
}
