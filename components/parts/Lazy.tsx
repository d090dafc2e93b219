import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useEffect } from 'preact/hooks'
import { type ProblemData, problemData } from '../../lib/base/problem.ts'
import { ProblemNotice } from './ProblemNotice.tsx'

/** A screen with its code and its model. */
export interface Loaded {
  readonly view: () => ComponentChildren
  readonly dispose?: () => void
}

/** Shows what is loaded when it is needed; give it a `key` so that another load is another one. */
export function Lazy({
  load,
  placeholder,
}: {
  load: () => Promise<Loaded>
  placeholder?: ComponentChildren
}) {
  const loaded = useSignal<Loaded | null>(null)
  const problem = useSignal<ProblemData | null>(null)
  useEffect(() => {
    let isGone = false
    let mine: Loaded | null = null
    load().then(
      (ready) => {
        mine = ready
        if (isGone) ready.dispose?.()
        else loaded.value = ready
      },
      (thrown) => {
        problem.value = problemData(thrown)
      },
    )
    return () => {
      isGone = true
      mine?.dispose?.()
    }
  }, [])
  if (problem.value !== null) return <ProblemNotice problem={problem.value} isPlaceless />
  return <>{loaded.value === null ? placeholder : loaded.value.view()}</>
}

/** Shows a quiet bar that keeps the place of a text to come; width in characters. */
export function Skeleton({ width }: { width: number }) {
  return <span class="skeleton" style={{ inlineSize: `${width}ch` }} aria-hidden="true" />
}
