import { describe, expect, test } from 'vitest'
import { agreed, hostsOf } from '../../../lib/chain/evidence.ts'
import { createRpc } from '../../../lib/chain/rpc.ts'

const noFetch = async () => {
  throw new Error('not asked')
}
const endpoint = (url: string) => createRpc(31_337, [url], noFetch)
const [a, b, c, d] = [1, 2, 3, 4].map((port) => endpoint(`http://127.0.0.1:${port}`)) as [
  ReturnType<typeof endpoint>,
  ReturnType<typeof endpoint>,
  ReturnType<typeof endpoint>,
  ReturnType<typeof endpoint>,
]

/** What endpoints in this order say; an error is an endpoint that does not answer. */
const ask = (says: readonly (string | Error)[], prefers?: (said: string) => boolean) => {
  const endpoints = [a, b, c, d].slice(0, says.length)
  const read = async (rpc: (typeof endpoints)[number]) => {
    const said = says[endpoints.indexOf(rpc)] ?? ''
    if (said instanceof Error) throw said
    return said
  }
  return agreed(endpoints, read, (said) => said, prefers)
}
const dead = new Error('dead')

describe('what most endpoints say', () => {
  test.each<[readonly (string | Error)[], string, number]>([
    [['x'], 'x', 1],
    [['x', 'x'], 'x', 2],
    [['x', 'y', 'y'], 'y', 2],
    [['x', 'y', 'x', 'y'], 'x', 2],
    [['x', 'y'], 'x', 1],
    [[dead, 'x'], 'x', 1],
    [['x', dead, 'y', 'y'], 'y', 2],
  ])('of %j is %s, by %d', async (says, said, sources) => {
    expect(await ask(says)).toEqual({ said, sources })
  })

  test('is what is preferred, of two that as many say, and never what fewer say', async () => {
    const prefers = (said: string) => said === 'y'
    expect(await ask(['x', 'y'], prefers)).toEqual({ said: 'y', sources: 1 })
    expect(await ask(['y', 'x'], prefers)).toEqual({ said: 'y', sources: 1 })
    expect(await ask(['x', 'y', 'x'], prefers)).toEqual({ said: 'x', sources: 2 })
    expect(await ask(['x', 'z'], () => true)).toEqual({ said: 'x', sources: 1 })
  })

  test('rejects as the first endpoint did where none answers', async () => {
    await expect(ask([dead, new Error('later')])).rejects.toBe(dead)
  })
})

test('endpoints of one host are one', async () => {
  const paths = ['http://127.0.0.1:1/x', 'http://127.0.0.1:1/y'].map(endpoint)
  expect(hostsOf([...paths, b])).toBe(2)
  const said = await agreed(
    paths,
    async () => 'x',
    (one) => one,
  )
  expect(said).toEqual({ said: 'x', sources: 1 })
})
