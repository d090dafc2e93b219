import { computed, signal } from '@preact/signals'
import { canUseChain, type Token } from '../service/token.ts'
import type { AppModel } from './app-model.ts'
import { heldToken, requestHeldBalances } from './held-tokens.ts'
import { createLifetime } from './lifetime.ts'
import { sortByValue } from './own-tokens.ts'

const shownCount = 5

export type OwnTokensModel = ReturnType<typeof createOwnTokensModel>

/**
 * Creates the list below the form: the held tokens of the greatest value. It reads chains, never the service. It leaves out
 * tokens that are not verified, since anyone can send one to the account.
 */
export function createOwnTokensModel(app: AppModel) {
  const { start, balances } = app
  const life = createLifetime()
  const isReading = signal(true)
  const reads = life.generation()
  const known = computed(() =>
    start.tokens.value.filter(({ chainId, isVerified }) => {
      const chain = start.chainOf(chainId)
      return isVerified && chain !== undefined && canUseChain(chain, chain.isConfigured, 'input')
    }),
  )
  const tokens = computed(() => {
    const { large, small } = sortByValue(known.value.flatMap((token) => heldToken(app, token) ?? []))
    return [...large, ...small].slice(0, shownCount)
  })

  /** A quiet read renews a list that was read before. */
  async function read(isQuiet: boolean): Promise<void> {
    const isCurrent = reads.begin()
    if (!isQuiet) isReading.value = true
    await requestHeldBalances(app, known.value)
    if (isCurrent()) isReading.value = false
  }
  let before: { readonly address: string | undefined; readonly known: readonly Token[] } | null = null
  life.watch(
    () => ({
      isReady: start.isFresh.value && app.isVisible.value,
      address: start.account.value?.address,
      known: known.value,
      movements: balances.movements.value,
    }),
    ({ isReady, ...now }) => {
      if (!isReady || now.address === undefined) return
      const isQuiet = before?.address === now.address && before.known === now.known
      before = now
      void read(isQuiet)
    },
  )

  return {
    tokens,
    state: computed((): 'loading' | 'ready' | 'failed' => {
      if (tokens.value.length > 0) return 'ready'
      if (isReading.value) return 'loading'
      return balances.problem.value === null ? 'ready' : 'failed'
    }),
    /** The list grows while the chains answer one after another. */
    isReading,
    isHidden: computed(() => start.settings.value.hiddenBalances),
    /** Time of the oldest balance that could not be read now; else null. */
    oldMs: balances.oldMs,
    retry: (): void => void read(false),
    dispose: life.dispose,
  }
}
