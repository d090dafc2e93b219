import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'
import { toProblemData } from '../../lib/base/problem.ts'
import type { ProblemData } from '../../lib/base/problem-shape.ts'
import type { FailedViewProps } from './FailedView.tsx'
import { awaitInTransition, isInTransition } from './screen-focus.ts'

export interface LoadedView {
  readonly view: () => ComponentChildren
  readonly dispose?: () => void
}

/** A problem in the form's first picture. The code of its notice loads with it. */
export function LazyProblem(failed: FailedViewProps) {
  const notice = useSignal<ComponentChildren>(null)
  useLayoutEffect(() => {
    // A failure stays in the console: there is no code to show it.
    void import('./FailedView.tsx').then(({ FailedView }) => {
      notice.value = <FailedView {...failed} />
    })
  }, [failed.problem])
  return <>{notice.value}</>
}

/** Renders a view after loading it. Change `key` to load another one. */
export function Lazy({
  load,
  placeholder,
  onBack,
}: {
  load: () => Promise<LoadedView>
  placeholder?: ComponentChildren
  /** Leaves the screen that the view is. */
  onBack?: () => void
}) {
  const loaded = useSignal<LoadedView | null>(null)
  const problem = useSignal<ProblemData | null>(null)
  const end = useRef<(() => void) | null>(null)
  const begin = () => {
    let isGone = false
    let loadedView: LoadedView | null = null
    const loading = load().then(
      (ready) => {
        loadedView = ready
        if (isGone) ready.dispose?.()
        else loaded.value = ready
      },
      (thrown) => {
        problem.value = toProblemData(thrown)
      },
    )
    awaitInTransition(loading)
    end.current = () => {
      isGone = true
      loadedView?.dispose?.()
    }
  }
  // The first load waits for the first paint. During a transition the load starts before the paint.
  useLayoutEffect(() => {
    if (isInTransition()) begin()
    return () => end.current?.()
  }, [])
  useEffect(() => {
    if (end.current === null) begin()
  }, [])
  const retry = () => {
    problem.value = null
    begin()
  }
  if (problem.value !== null) return <LazyProblem problem={problem.value} onBack={onBack} onRetry={retry} />
  return <>{loaded.value === null ? placeholder : loaded.value.view()}</>
}

/** Placeholder bar for a text that is loading. `width` is in characters. */
export function Skeleton({ width }: { width: number }) {
  return <span class="skeleton" style={{ inlineSize: `${width}ch` }} aria-hidden="true" />
}
