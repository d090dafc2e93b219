import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'
import { type ProblemData, problemData } from '../../lib/base/problem.ts'
import { ProblemNotice } from './ProblemNotice.tsx'
import { awaitInTurn, isInTurn } from './screen-focus.ts'

export interface Loaded {
  readonly view: () => ComponentChildren
  readonly dispose?: () => void
}

/** Renders a view after loading it. Change `key` to load another one. */
export function Lazy({
  load,
  placeholder,
}: {
  load: () => Promise<Loaded>
  placeholder?: ComponentChildren
}) {
  const loaded = useSignal<Loaded | null>(null)
  const problem = useSignal<ProblemData | null>(null)
  const end = useRef<(() => void) | null>(null)
  const begin = () => {
    let isGone = false
    let mine: Loaded | null = null
    const loading = load().then(
      (ready) => {
        mine = ready
        if (isGone) ready.dispose?.()
        else loaded.value = ready
      },
      (thrown) => {
        problem.value = problemData(thrown)
      },
    )
    awaitInTurn(loading)
    end.current = () => {
      isGone = true
      mine?.dispose?.()
    }
  }
  // The first load waits for the first paint. During a transition the load starts before the paint.
  useLayoutEffect(() => {
    if (isInTurn()) begin()
    return () => end.current?.()
  }, [])
  useEffect(() => {
    if (end.current === null) begin()
  }, [])
  if (problem.value !== null) return <ProblemNotice problem={problem.value} isPlaceless />
  return <>{loaded.value === null ? placeholder : loaded.value.view()}</>
}

/** Placeholder bar for a text that is loading. `width` is in characters. */
export function Skeleton({ width }: { width: number }) {
  return <span class="skeleton" style={{ inlineSize: `${width}ch` }} aria-hidden="true" />
}
