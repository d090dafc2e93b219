import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePortBase } from '../chains/free-port-base.ts'
import { plannedChains } from '../chains/planned-chain.ts'
import { portsFor } from '../chains/ports.ts'
import { startPages } from './pages-server.ts'

const portBase = await freePortBase()
const options = {
  port: portBase,
  serviceUrl: 'http://127.0.0.1:1',
  chains: plannedChains(portsFor(portBase)),
}
let pages: Awaited<ReturnType<typeof startPages>>

beforeAll(async () => {
  pages = await startPages(options)
})
afterAll(() => pages?.stop())

test('serves its pages, and nothing else', async () => {
  for (const [path, status] of [
    ['/', 200],
    ['/wallet', 200],
    ['/example/example.js', 200],
    ['/example/no.js', 404],
    ['/support', 200],
    ['/nothing', 404],
    ['/explorer/1/tx/x', 404],
  ] as const) {
    expect([path, (await fetch(`http://127.0.0.1:${portBase}${path}`)).status]).toEqual([path, status])
  }
})

test('reports a port in use in one line', async () => {
  await expect(startPages(options)).rejects.toThrow(`port ${portBase} (pages) is taken`)
})
