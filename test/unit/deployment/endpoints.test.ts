import { describe, expect, test } from 'vitest'
import { chosenEndpoints, usedEndpoints, withEndpoints } from '../../../lib/deployment/endpoints.ts'
import { findSingleHostChains } from '../../run/deployment-report.ts'
import { harbour } from '../checks/fixtures.ts'

const urls = ['https://a.example', 'https://b.example', 'https://c.example']
const [a = '', b = '', c = ''] = urls
const on = (url: string) => ({ url, isOn: true })
const off = (url: string) => ({ url, isOn: false })

describe('the endpoints of a chain', () => {
  test.each([
    ['as the deployment has them where nothing was chosen', [], urls],
    ['in the chosen order', [on(c), on(a), on(b)], [c, a, b]],
    ['without those that are switched off', [on(c), off(a), on(b)], [c, b]],
    ['with one the choice has not seen, last', [on(c), on(a)], [c, a, b]],
    ['never one that is not the deployment’s', [on('https://foreign.example'), on(b)], [b, a, c]],
    ['all of them where every one is off', [off(a), off(b), off(c)], urls],
    ['with a new one where the known ones are off', [off(a), off(b)], [c]],
  ])('are used %s', (_name, choices, used) => {
    expect(usedEndpoints(urls, choices)).toEqual(used)
  })

  test('are empty if the deployment has none', () => {
    expect(chosenEndpoints([], [on(a)])).toEqual([])
  })

  test('of one chain change without those of others', () => {
    expect(withEndpoints([on(a), off('https://other.example')], [off(b), on(a)])).toEqual([
      off('https://other.example'),
      off(b),
      on(a),
    ])
  })
})

test('a chain whose endpoints share a host has one source', () => {
  const of = (...rpcUrls: readonly string[]) => findSingleHostChains({ chains: [{ ...harbour, rpcUrls }] })
  expect(of('https://a.example/1')).toEqual([`${harbour.name} (${harbour.chainId})`])
  expect(of('https://a.example/1', 'https://a.example/2')).toHaveLength(1)
  expect(of('https://a.example/1', 'https://b.example/1')).toEqual([])
  expect(of('http://127.0.0.1:1', 'http://127.0.0.1:2')).toEqual([])
})
