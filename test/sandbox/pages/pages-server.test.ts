import { type Browser, chromium, type Page } from 'playwright-core'
import { recoverTypedDataAddress } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hungWaitMs } from '../../hang-limits.ts'
import { requireChromium } from '../../run/find-browser.ts'
import { startAnvil } from '../chains/anvil.ts'
import { chainClient } from '../chains/chain-client.ts'
import { freePortBase } from '../chains/free-port-base.ts'
import type { SandboxChain } from '../chains/ledger.ts'
import { startPages } from './pages-server.ts'
import { walletKeys } from './wallet/wallet-keys.ts'

const portBase = await freePortBase()
const origin = `http://127.0.0.1:${portBase}`
const zero = '0x0000000000000000000000000000000000000000'
const token = '0x1111111111111111111111111111111111111111'

const dollar = { address: token, name: 'Dollar', symbol: 'USDC', decimals: 6, priceInUsd: '1' } as const

function chain(chainId: number, name: string, port: number): SandboxChain {
  return {
    chainId,
    name,
    rpcUrl: `http://127.0.0.1:${port}`,
    currency: { name: `${name} coin`, symbol: 'HBR', decimals: 18, priceInUsd: '2' },
    permit2: zero,
    gateway: zero,
    inbox: zero,
    manualTarget: zero,
    manualSpender: zero,
    refunder: zero,
    nameRegistry: zero,
    multicall3: zero,
    wrappedNative: zero,
    tokens: [{ chainId, priceFeed: null, kind: 'plain', ...dollar }],
  }
}
const chains = [
  chain(31_337, 'Harbour </script>', portBase + 1),
  chain(31_338, 'Island', portBase + 2),
] as const

const typedData = {
  domain: { name: 'Permit2', chainId: 31_337, verifyingContract: token },
  types: {
    EIP712Domain: [
      { name: 'name', type: 'string' },
      { name: 'chainId', type: 'uint256' },
      { name: 'verifyingContract', type: 'address' },
    ],
    Permit: [
      { name: 'spender', type: 'address' },
      { name: 'amount', type: 'uint256' },
    ],
  },
  primaryType: 'Permit',
  message: { spender: token, amount: '1000000' },
} as const

const stops: (() => unknown)[] = []
let browser: Browser

beforeAll(async () => {
  for (const [index, each] of chains.entries()) {
    const anvil = await startAnvil(each.chainId, portBase + 1 + index)
    stops.push(() => anvil.stop())
    // The token is a contract that answers every call with zero.
    await chainClient(anvil.rpcUrl).setCode(token, '0x60206000f3')
  }
  const pages = await startPages({ port: portBase, serviceUrl: 'http://127.0.0.1:1', chains })
  stops.push(() => pages.stop())
  const executablePath = requireChromium()
  browser = await chromium.launch({ executablePath, args: ['--no-sandbox'], timeout: hungWaitMs })
  stops.push(() => browser.close())
})

afterAll(async () => {
  for (const stop of stops.reverse()) await stop()
})

async function walletPage(query: string): Promise<Page> {
  const context = await browser.newContext()
  context.setDefaultTimeout(hungWaitMs)
  const page = await context.newPage()
  await page.goto(`${origin}/wallet${query}`)
  return page
}

function sendRequest(page: Page, method: string, params: unknown[] = []): Promise<unknown> {
  return page.evaluate(
    ({ method, params }) =>
      new Promise((resolve) => {
        const received = (event: Event) => {
          const { provider } = (event as CustomEvent).detail
          provider.request({ method, params }).then(resolve, (error: { code: number }) => resolve(error.code))
        }
        addEventListener('eip6963:announceProvider', received, { once: true })
        dispatchEvent(new Event('eip6963:requestProvider'))
      }),
    { method, params },
  )
}

const first = walletKeys(0).chosen.address
const second = walletKeys(0).wrong.address
const signParams = [first, JSON.stringify(typedData)]
const recovered = (signature: unknown) =>
  recoverTypedDataAddress({
    domain: typedData.domain,
    types: { Permit: typedData.types.Permit },
    primaryType: 'Permit',
    message: { spender: token, amount: 1_000_000n },
    signature: signature as `0x${string}`,
  })

test('connects, signs and sends without a prompt in auto mode, and remembers it', async () => {
  const page = await walletPage('?auto=1')
  expect(await sendRequest(page, 'eth_accounts')).toEqual([])
  expect(await sendRequest(page, 'eth_signTypedData_v4', signParams)).toBe(4100)
  expect(await sendRequest(page, 'eth_requestAccounts')).toEqual([first.toLowerCase()])
  expect(await recovered(await sendRequest(page, 'eth_signTypedData_v4', signParams))).toBe(first)
  const onAnother = { from: first, to: second, value: '0x1', chainId: '0x7a6a' }
  expect(await sendRequest(page, 'eth_sendTransaction', [onAnother])).toBe(-32602)
  const hash = await sendRequest(page, 'eth_sendTransaction', [{ ...onAnother, chainId: '0x7a69' }])
  expect(hash).toMatch(/^0x[0-9a-f]{64}$/)
  await page.goto(`${origin}/wallet`)
  expect(await page.getByTestId('wallet-mode').inputValue()).toBe('auto')
  expect(await sendRequest(page, 'eth_accounts')).toEqual([first.toLowerCase()])
  await page.goto(`${origin}/explorer/31337/tx/${hash}`)
  expect(await page.locator('dl').textContent()).toContain('succeeded')
  await page.getByText(second).click()
  await page.getByRole('heading', { name: 'Address on Harbour </script>', exact: true }).waitFor()
})

test('shows the request in the dialog, and its buttons decide', async () => {
  const page = await walletPage('')
  const connecting = sendRequest(page, 'eth_requestAccounts')
  await page.getByTestId('wallet-title').waitFor()
  expect(await sendRequest(page, 'eth_requestAccounts')).toBe(-32002)
  await page.getByTestId('wallet-approve').click()
  await connecting
  const signing = sendRequest(page, 'eth_signTypedData_v4', signParams)
  await page.getByText('Sign Permit').waitFor()
  expect(await page.getByTestId('wallet-facts').textContent()).toContain('amount1000000')
  await page.getByTestId('wallet-reject').click()
  expect(await signing).toBe(4001)
  const amount = (5_000_000).toString(16).padStart(64, '0')
  const data = `0x095ea7b3${second.slice(2).padStart(64, '0')}${amount}`
  const sending = sendRequest(page, 'eth_sendTransaction', [{ from: first, to: token, data }])
  await page.getByText('Approve 5 USDC').waitFor()
  await page.keyboard.press('Escape')
  expect(await sending).toBe(4001)
})

test('switches known chains, refuses unknown ones, and adds one after an approval', async () => {
  const page = await walletPage('?auto=1&unknown=31338')
  await sendRequest(page, 'eth_requestAccounts')
  const changes = page.evaluate(
    () =>
      new Promise((resolve) => {
        addEventListener(
          'eip6963:announceProvider',
          (event) => (event as CustomEvent).detail.provider.on('chainChanged', resolve),
          { once: true },
        )
        dispatchEvent(new Event('eip6963:requestProvider'))
      }),
  )
  expect(await sendRequest(page, 'wallet_switchEthereumChain', [{ chainId: '0x7a6a' }])).toBe(4902)
  const add = {
    chainId: '0x7a6a',
    chainName: 'Island',
    rpcUrls: [chains[1].rpcUrl],
    nativeCurrency: { name: 'Island coin', symbol: 'ISL', decimals: 18 },
  }
  expect(await sendRequest(page, 'wallet_addEthereumChain', [{ ...add, rpcUrls: [chains[0].rpcUrl] }])).toBe(
    -32602,
  )
  expect(await sendRequest(page, 'wallet_addEthereumChain', [add])).toBe(null)
  expect(await changes).toBe('0x7a6a')
  expect(await sendRequest(page, 'eth_chainId')).toBe('0x7a6a')
  expect(await sendRequest(page, 'eth_signTypedData_v4', signParams)).toBe(-32603)
  expect(await sendRequest(page, 'personal_sign', [])).toBe(4200)
})

test('rejects, signs with the wrong account, answers twice or never, by its mode', async () => {
  const page = await walletPage('?auto=1')
  await sendRequest(page, 'eth_requestAccounts')
  const mode = page.getByTestId('wallet-mode')
  await mode.selectOption('reject')
  expect(await sendRequest(page, 'eth_signTypedData_v4', signParams)).toBe(4001)
  await mode.selectOption('wrong-account')
  expect(await recovered(await sendRequest(page, 'eth_signTypedData_v4', signParams))).toBe(second)
  await mode.selectOption('twice')
  const answers = await page.evaluate(
    (params) =>
      new Promise((resolve) => {
        const answers: unknown[] = []
        addEventListener(
          'eip6963:announceProvider',
          (event) => {
            const { provider } = (event as CustomEvent).detail
            provider.request({ method: 'eth_signTypedData_v4', params }).then((answer: unknown) => {
              if (answers.push(answer) === 2) resolve(answers)
            })
          },
          { once: true },
        )
        dispatchEvent(new Event('eip6963:requestProvider'))
      }),
    signParams,
  )
  expect(new Set(answers as unknown[]).size).toBe(1)
  await mode.selectOption('never')
  const never = sendRequest(page, 'eth_signTypedData_v4', signParams)
  await mode.selectOption('auto')
  const next = sendRequest(page, 'eth_signTypedData_v4', signParams)
  expect(await recovered(await Promise.race([never, next]))).toBe(first)
})

test('announces another chosen account', async () => {
  const page = await walletPage('?auto=1')
  await sendRequest(page, 'eth_requestAccounts')
  await page.getByTestId('wallet-account').selectOption('1')
  expect(await sendRequest(page, 'eth_accounts')).toEqual([second.toLowerCase()])
  await page.getByTestId('wallet-disconnect').click()
  expect(await sendRequest(page, 'eth_accounts')).toEqual([])
})

test('serves the other pages, and nothing else', async () => {
  for (const [path, status] of [
    ['/', 200],
    ['/example/example.js', 200],
    ['/example/no.js', 404],
    ['/support', 200],
    ['/nothing', 404],
    [`/explorer/31337/tx/0x${'00'.repeat(32)}`, 404],
    ['/explorer/1/tx/x', 404],
  ] as const) {
    expect([path, (await fetch(origin + path)).status]).toEqual([path, status])
  }
})

test('reports a port in use in one line', async () => {
  await expect(startPages({ port: portBase, serviceUrl: 'x', chains })).rejects.toThrow(
    `port ${portBase} (pages) is taken`,
  )
})
