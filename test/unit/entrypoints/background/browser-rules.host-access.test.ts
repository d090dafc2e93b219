import { describe, expect, it } from 'vitest'
import { createHostAccess } from '../../../../entrypoints/background/browser-rules.ts'

const service = 'https://swap.example/*'
const node = 'https://rpc.example/*'
const page = 'https://wallet.example/*'

function accessWith(granted: readonly string[]) {
  const sent: string[] = []
  const access = createHostAccess({
    contains: async ({ origins }) => origins.every((origin) => granted.includes(origin)),
    isFirefox: false,
    networkPatterns: [service, node],
    pagePatterns: [page],
  })
  const fetch = access.guard(async (url: string, _init: null) => {
    sent.push(url)
    return new Response('{}')
  })
  return { access, sent, fetch }
}

describe('host access', () => {
  it('sends every request while all hosts are granted', async () => {
    const { access, sent, fetch } = accessWith([service, node, page])
    await fetch('https://swap.example/api/v1/chains', null)
    expect(await access.missing()).toEqual([])
    expect(sent).toEqual(['https://swap.example/api/v1/chains'])
  })

  it('refuses a request to a host that is not granted, and names every missing host', async () => {
    const { access, sent, fetch } = accessWith([service])
    await expect(fetch('https://rpc.example/', null)).rejects.toMatchObject({
      data: { code: 'hostsNotAllowed', money: 'nothingSent', facts: { hosts: `${node} ${page}` } },
    })
    expect(await access.missing()).toEqual([node, page])
    expect(sent).toEqual([])
  })

  it('sends requests to the service while the host of a node is missing', async () => {
    const { sent, fetch } = accessWith([service])
    await fetch('https://swap.example/api/v1/submit', null)
    expect(sent).toEqual(['https://swap.example/api/v1/submit'])
  })

  it("sends requests if only a page's host is missing", async () => {
    const { access, sent, fetch } = accessWith([service, node])
    await fetch('https://rpc.example/', null)
    expect(await access.missing()).toEqual([page])
    expect(sent).toHaveLength(1)
  })
})
