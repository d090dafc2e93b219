import { isDeepStrictEqual } from 'node:util'
import { signedRequest } from '../harness/actions.ts'
import { formatResponse } from '../sandbox/service/format-response.ts'
import { responseFormats } from '../sandbox/service/response-formats.ts'
import { type RowShape, rowShapes } from './answers.ts'
import { crashOf, noFault, type Verdict } from './judge-quote.ts'
import { type Mutation, mutated, mutationsOf, type Path } from './mutate.ts'
import { isInResponse, isUnknown, leavesInResponse, leavesOf } from './response-leaves.ts'
import type { Subject } from './run-quotes.ts'
import { orThrown } from './run-quotes.ts'
import { createShapeHarness, envelope } from './shape-harness.ts'

type Row = Awaited<ReturnType<RowShape['read']>>[number]

/** Figures that Ferry calculates from a row, or makes up itself. */
const calculatedFields =
  /^\.(key|atMs|state|phase|fundsSettled|deliverySeconds|kind|rev|hasSourcePayment|\w+Enabled)|\.readMs$/

/** Every response with rows, and a direct route's response, which Ferry passes on unchanged. */
export async function rowSubjects(): Promise<{
  readonly plain: readonly Subject[]
  readonly dressed: readonly Subject[]
}> {
  const plain = await Promise.all([
    ...rowShapes.map(rowSubject),
    directSubject({ status: 'PENDING', quoteId: 'q' }),
  ])
  const others = rowShapes.flatMap((shape) => [
    ...responseFormats.map((dress) =>
      dressedSubject(shape, dress, formatResponse(dress, shape.endpoint, shape.result)),
    ),
    ...shape.literal.map((result, at) => dressedSubject(shape, `literal ${at}`, result)),
  ])
  return { plain, dressed: await Promise.all([...others, directSubject('soon'), directSubject([])]) }
}

async function rowSubject(shape: RowShape): Promise<Subject> {
  const { client, setResponse } = await createShapeHarness(signedRequest)
  const answer = envelope(shape.result)
  setResponse(shape.path, JSON.stringify(answer))
  const base = await shape.read(client)
  if (base.length !== shape.rows.length) throw new Error(`${shape.endpoint} has other rows than it says`)
  return {
    name: shape.endpoint,
    mutations: mutationsOf(answer),
    async tryMutations(mutations) {
      const text = mutated(answer, mutations)
      setResponse(shape.path, text)
      const found = await orThrown(() => shape.read(client))
      return judgeRows(found, { shape, base, mutations, said: leavesInResponse(JSON.parse(text)) })
    },
  }
}

/** The same rows in another format: no value in the response is lost, and no other value is shown. */
async function dressedSubject(shape: RowShape, dress: string, result: unknown): Promise<Subject> {
  const { client, setResponse } = await createShapeHarness(signedRequest)
  setResponse(shape.path, JSON.stringify(envelope(shape.result)))
  const base = await shape.read(client)
  const answer = envelope(result)
  return {
    name: `${shape.endpoint}, ${dress}`,
    mutations: mutationsOf(answer),
    async tryMutations(mutations) {
      const text = mutated(answer, mutations)
      setResponse(shape.path, text)
      const found = await orThrown(() => shape.read(client))
      if ('thrown' in found) {
        const crash = crashOf(found.thrown)
        const lost = mutations.length === 0 ? ['the whole answer'] : []
        return crash === null ? { ...noFault, lost } : { ...noFault, crashes: [crash] }
      }
      const lost =
        mutations.length === 0 ? base.filter(({ key }) => found.every((one) => one.key !== key)) : []
      const said = leavesInResponse(JSON.parse(text))
      const wrong = found.flatMap((one) =>
        falseLeaves(one, base.find(({ key }) => key === one.key) ?? null, said),
      )
      return { crashes: [], lost: lost.map(({ key }) => key), falseFigures: wrong }
    },
  }
}

interface Trial {
  readonly shape: RowShape
  readonly base: readonly Row[]
  readonly mutations: readonly Mutation[]
  readonly said: ReadonlySet<string>
}

function judgeRows(
  found: readonly Row[] | { readonly thrown: unknown },
  { shape, base, mutations, said }: Trial,
): Verdict {
  const gone = base.filter((_, at) => mutations.some((one) => mayLose(one, shape, at)))
  if ('thrown' in found) {
    const crash = crashOf(found.thrown)
    if (crash !== null) return { ...noFault, crashes: [crash] }
    return gone.length === base.length ? noFault : { ...noFault, lost: ['the whole answer'] }
  }
  const lost = base.filter((row) => !gone.includes(row) && found.every(({ key }) => key !== row.key))
  const isSpoiled = (at: number) => mutations.some(({ path }) => touches(path, shape.rows[at] ?? []))
  const wrong = base.flatMap((row, at) => {
    const now = found.find(({ key }) => key === row.key)
    if (now === undefined) return []
    if (!isSpoiled(at)) return isDeepStrictEqual(now, row) ? [] : [`${row.key} is another one`]
    return falseLeaves(now, row, said)
  })
  const others = found.filter(({ key }) => base.every((row) => row.key !== key))
  return {
    crashes: [],
    lost: lost.map(({ key }) => key),
    falseFigures: [...wrong, ...others.flatMap((row) => falseLeaves(row, null, said))],
  }
}

/** Whether a mutated field may lose a row: a field that is not only displayed, or a container of all rows. */
function mayLose({ path, changeKind }: Mutation, { rows, shown }: RowShape, at: number): boolean {
  const row = rows[at] ?? []
  if (isWithin(row, path)) return changeKind !== 'doubled' || typeof path.at(-1) !== 'number'
  if (!isWithin(path, row)) return path.length === 1 && path[0] === 'success'
  const inner = path.slice(row.length).join('.')
  return !shown.test(inner) || /(address|chainId|decimals)$/.test(inner)
}

function touches(path: Path, row: Path): boolean {
  return isWithin(path, row) || isWithin(row, path)
}

function isWithin(path: Path, outer: Path): boolean {
  return outer.every((key, at) => String(path[at]) === String(key))
}

/** The leaves of a row that changed, are not unknown, and are not in the response. */
function falseLeaves(now: Row, before: Row | null, said: ReadonlySet<string>): readonly string[] {
  const known = leavesOf(before?.row ?? null)
  const wrong = [...leavesOf(now.row)].filter(([path, leaf]) => {
    if (calculatedFields.test(path) || isUnknown(leaf) || known.get(path) === leaf) return false
    return !isInResponse(String(leaf), said) && !isReplacement(path, leaf)
  })
  return wrong.map(([path, leaf]) => `${now.key}${path} ${String(leaf)}`)
}

/** A replacement for an unreadable name. The gas reserve is never below Ferry's own. */
function isReplacement(path: string, leaf: unknown): boolean {
  if (path.endsWith('minNativeCurrencyForGas')) return leaf === '0'
  return typeof leaf === 'string' && /^(0x[0-9a-f]{4}…[0-9a-f]{4}|Chain [0-9]+|0xe{40})$/.test(leaf)
}

/** A direct route's response has no schema: Ferry passes its text on. */
async function directSubject(result: unknown): Promise<Subject> {
  const { client, setResponse } = await createShapeHarness(signedRequest)
  const answer = envelope(result)
  return {
    name: 'direct-route/status',
    mutations: mutationsOf(answer),
    async tryMutations(mutations) {
      const text = mutated(answer, mutations)
      setResponse('/direct-route/status', text)
      const found = await orThrown(() => client.directRouteStatus({ quoteId: 'q' }))
      if ('thrown' in found) return { ...noFault, crashes: [String(found.thrown)] }
      return found.result === text ? noFault : { ...noFault, falseFigures: ['another text'] }
    },
  }
}
