import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { packedSources } from './source-files.ts'

/** Returns the cells of the first table under a heading. */
function tableUnder(path: string, heading: string): readonly (readonly string[])[] {
  const [, under = ''] = readFileSync(path, 'utf8').split(`\n${heading}\n`)
  const [, table = ''] = /\n(\|[^\n]*\n(?:\|[^\n]*\n)+)/.exec(under) ?? []
  const [, , ...rows] = table.trim().split('\n')
  return rows.map((row) => [...row.matchAll(/\|\s*([^|]*?)\s*(?=\|)/g)].map((cell) => cell[1] ?? ''))
}

const bare = (cell: string | undefined) => (cell ?? '').replaceAll('`', '')

/** An endpoint in code: the exported function, and its request. */
interface Endpoint {
  readonly name: string
  readonly file: string
  readonly request: string
  readonly section: string
  readonly seconds: number
  readonly bytes: number
}

/** A function that makes a request, with its docstring. */
const requestFunction = /\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\nexport function (\w+)\(send: Send[\s\S]*?\n}\n/g

function endpointsOf({ path, text }: { path: string; text: string }): readonly Endpoint[] {
  return [...text.matchAll(requestFunction)].flatMap(([body, doc = '', name = '']) => {
    const [, address] = /path: '(\/api\/v1\/[^']+)'/.exec(body) ?? []
    if (address === undefined) return []
    /** The number is in the call, or in a constant of the same name. */
    const number = (option: string) => {
      const inCall = new RegExp(`${option}: ([\\d_]+)`).exec(body)
      const constant = new RegExp(`^const ${option} = ([\\d_]+)`, 'm').exec(text)
      return Number(((inCall ?? constant)?.[1] ?? '').replaceAll('_', ''))
    }
    return [
      {
        name,
        file: path.replace('lib/service/', ''),
        request: `${body.includes('bodyText,') ? 'POST' : 'GET'} ${address}`,
        section: /interface (4\.\d)/.exec(doc)?.[1] ?? '',
        seconds: number('timeoutMs') / 1000,
        bytes: number('maxBytes'),
      },
    ]
  })
}

const service = packedSources.filter((file) => file.path.startsWith('lib/service/'))
const endpoints = service.flatMap(endpointsOf)
/** `holdings` calls the token list's endpoint with a shorter timeout. */
const nine = endpoints.filter(({ name }) => name !== 'holdings')

describe("the service's endpoints", () => {
  it('are nine, each requested in one place', () => {
    expect(nine.map(({ section }) => section).toSorted()).toEqual(
      Array.from({ length: 9 }, (_, at) => `4.${at + 1}`),
    )
    expect(new Set(nine.map(({ request }) => request)).size).toBe(9)
    const uses = packedSources.flatMap((file) =>
      (file.text.match(/'\/api\/v1\/[^']+'/g) ?? []).map(() => file.path),
    )
    expect(uses.toSorted()).toEqual(endpoints.map(({ file }) => `lib/service/${file}`).toSorted())
  })

  it('are listed in the README, as functions of the client', () => {
    const rows = tableUnder('lib/service/README.md', '## When Ferry asks')
    expect(rows.map(([section, request]) => [section, bare(request)])).toEqual(
      nine
        .toSorted((a, b) => a.section.localeCompare(b.section))
        .map(({ section, request }) => [section, request]),
    )
    const client = readFileSync('lib/service/client.ts', 'utf8')
    const made = client.slice(client.indexOf('export function createService('))
    for (const [section, , name, when] of rows) {
      const file = nine.find((one) => one.section === section)?.file ?? ''
      expect(made, `${section} is ${bare(name)}`).toMatch(new RegExp(`^ {4}${bare(name)}: `, 'm'))
      expect(client).toContain(`from './${file}'`)
      expect(when).not.toBe('')
    }
  })

  it('have the limits that the README lists', () => {
    const units: { readonly [unit: string]: number } = { kB: 1_000, MB: 1_000_000 }
    const rows = tableUnder('lib/service/README.md', '## 4. Endpoints').map(
      ([section, request, file, time, size]) => {
        const [count = '', unit = ''] = (size ?? '').split(' ')
        return [section, bare(request), bare(file), `${time}`, Number(count) * (units[unit] ?? Number.NaN)]
      },
    )
    expect(rows).toEqual(
      nine
        .toSorted((a, b) => a.section.localeCompare(b.section))
        .map(({ section, request, file, seconds, bytes }) => [section, request, file, `${seconds} s`, bytes]),
    )
  })
})
