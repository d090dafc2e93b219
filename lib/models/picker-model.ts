import { batch, computed, type ReadonlySignal, signal } from '@preact/signals'
import { toProblemData } from '../base/problem.ts'
import type { Token } from '../service/token.ts'
import type { BalancesModel } from './balances-model.ts'
import { createLifetime, type Lifetime } from './lifetime.ts'
import { createValueModel } from './own-tokens.ts'
import { createPageReader, createPickerRows, createTokenList, type TokenListModel } from './picker-rows.ts'
import type { StartModel } from './start-model.ts'
import { createKnownTokens, isSameQuery, oldReadMs, sectionsKey, tokenSections } from './token-sections.ts'
import type { ViewPorts } from './view-ports.ts'

/** Ferry's own list answers each keystroke; the service and the chains are read when typing pauses. */
const typingPauseMs = 250
const maxInitialBalances = 100

interface PickerPorts extends Pick<ViewPorts, 'client' | 'clock' | 'timers' | 'storage'> {
  readonly side: 'input' | 'output'
  readonly start: StartModel
  readonly balances: BalancesModel
}

export type PickerModel = ReturnType<typeof createPickerModel>

/**
 * Creates the model of the token picker: favourites and recent tokens, then the list, with held tokens by value first,
 * filtered by chain and typed text. Rows on screen stay until the next answer arrives, and permanently once the user has
 * moved in the list.
 */
export function createPickerModel(ports: PickerPorts) {
  const { clock, side, start, balances } = ports
  const life = createLifetime()
  const { split, showSmall, ...worth } = createValueModel(ports)
  const { wantedSections, typed, ...known } = createKnownTokens(ports, split, () => list.seen.value)
  const rests = createTypingPause(ports, typed)
  const list = createTokenList(ports, wantedSections, rests.want)
  const { shown, listed, state, problem, isTouched } = list
  const { found, isSearching, restart } = createTokenSearch(ports, life, typed, list, rests)
  const groups = computed(() => {
    // Favourites and recent tokens are not part of the list, whose rows may have to stay.
    const { favourites, recent } = wantedSections.value
    return {
      ...tokenSections(shown.value ?? wantedSections.value, listed.value, found.value),
      favourites,
      recent,
    }
  })
  const rows = createPickerRows(groups, isTouched)
  const { readMissingPages, setVisibleRange } = createPageReader(
    ports,
    list,
    () => rows.rows.value.listedFrom,
    rests.want,
  )

  balances.requestBalances(start.tokens.value.slice(0, maxInitialBalances))
  const requested = followQuery({
    ports,
    life,
    question: () => [`${known.chainId.value} ${typed.value}`, sectionsKey(wantedSections.value)],
    list,
    readMissingPages,
    start() {
      restart()
      rows.close()
    },
  })
  for (const stop of [rests.stop, list.stop]) life.own(stop)

  return {
    side,
    ...known,
    state,
    isSearching,
    problem,
    balances: balances.shown,
    balancesOldMs: balances.oldMs,
    ...worth,
    showSmall(isShown: boolean): void {
      isTouched.value = false
      showSmall(isShown)
    },
    chains: start.chains,
    chainOf: start.chainOf,
    groups,
    ...rows,
    isCurrent: computed(() => isSameQuery(shown.value ?? wantedSections.value, wantedSections.value)),
    agedMs: computed(() => oldReadMs(listed.value, clock.nowMs())),
    look: setVisibleRange,
    /** Call it when the user has moved in the list. */
    touch(): void {
      isTouched.value = true
    },
    retry: requested.again,
    dispose: life.dispose,
  }
}

interface Followed {
  readonly ports: PickerPorts
  readonly life: Lifetime
  /** The typed text with its chain, and the key of the groups. */
  readonly question: () => readonly [text: string, mark: string]
  readonly list: TokenListModel
  readonly readMissingPages: () => Promise<void>
  readonly start: () => void
}

/**
 * Reads the list for each new text. Sorts it again when the groups or the catalogue change, unless the user has moved in
 * it.
 */
function followQuery({ ports, life, question, list, readMissingPages, start }: Followed) {
  let requestedText = ''

  function restart(text: string): void {
    requestedText = text
    batch(() => {
      start()
      list.seen.value = []
    })
    list.isTouched.value = false
    void list.readList()
  }

  async function sort(): Promise<void> {
    if (!list.isTouched.value && !(await list.readList(true))) void readMissingPages()
  }

  life.watch(question, ([text, mark]) => {
    if (text !== requestedText) restart(text)
    else if (mark !== list.mark()) void sort()
  })
  life.own(
    ports.client.subscribe(
      (push) => void (push.kind === 'catalogue' && sort()),
      () => undefined,
    ),
  )
  return { again: () => restart(requestedText) }
}

function createTypingPause({ timers, start, balances }: PickerPorts, typed: ReadonlySignal<string>) {
  const stops: (() => void)[] = []
  const add = (work: () => void): void => void stops.push(timers.after(typingPauseMs, work))
  return {
    add,
    /** Requests balances; for a list of typed text only after the pause. */
    want(tokens: readonly Token[]): void {
      const readNow = () =>
        balances.requestBalances(
          tokens.filter((token) => start.chainOf(token.chainId)?.isConfigured === true),
        )
      if (typed.value === '') readNow()
      else add(readNow)
    },
    stop(): void {
      for (const stop of stops.splice(0)) stop()
    },
  }
}

function createTokenSearch(
  { client }: PickerPorts,
  life: Lifetime,
  typed: ReadonlySignal<string>,
  { problem }: Pick<TokenListModel, 'problem'>,
  rests: ReturnType<typeof createTypingPause>,
) {
  const found = signal<readonly Token[]>([])
  const isSearching = signal(false)
  const searches = life.generation(() => typed.value)

  async function search(): Promise<void> {
    const isCurrent = searches.begin()
    isSearching.value = true
    try {
      const others = await client.send('searchTokens', { query: typed.value })
      if (isCurrent()) found.value = others
    } catch (thrown) {
      if (isCurrent()) problem.value = toProblemData(thrown)
    } finally {
      if (isCurrent()) isSearching.value = false
    }
  }

  return {
    found,
    isSearching,
    restart(): void {
      rests.stop()
      found.value = []
      isSearching.value = false
      if (typed.value.length > 1) rests.add(() => void search())
    },
  }
}
