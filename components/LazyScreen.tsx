import { effect, signal, untracked } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useEffect } from 'preact/hooks'
import type { AppModel } from '../lib/models/app-model.ts'
import type { Screen } from '../lib/models/screen.ts'
import type { OpenSheet } from '../lib/models/screen-model.ts'
import { Lazy } from './parts/Lazy.tsx'
import type { CodeName } from './screens.tsx'

type LaterCode = typeof import('./screens.tsx')

/** The code of a swap up to its review; null until it is loaded. */
export const loadedCode = signal<LaterCode | null>(null)

async function screens(): Promise<LaterCode> {
  const { later, loadScreen, loadSheet, preloadCode } = await import('./screens.tsx')
  // Once only: with each new object the form would be followed again.
  loadedCode.value ??= { later, loadScreen, loadSheet, preloadCode }
  return loadedCode.value
}

/** Lets the form follow other models as soon as their code is loaded. */
export function followFormLater(app: AppModel): void {
  effect(() => {
    const code = loadedCode.value
    if (code !== null) untracked(() => code.later.followForm(app))
  })
}

/**
 * Runs with the later code: during the press if it is loaded, or a browser would not prompt. A failed load is ignored here:
 * the quote area of the form says so.
 */
export function withCode(run: (code: LaterCode) => void): void {
  const code = loadedCode.peek()
  if (code === null) screens().then(run, () => undefined)
  else run(code)
}

/** Loads the code of a screen early. */
export function preload(name: CodeName): void {
  withCode(({ preloadCode }) => preloadCode(name))
}

/** Draws with the later code, and `placeholder` before it is loaded. If the load fails, the quote area of the form says so. */
export function WithCode({
  placeholder,
  children,
}: {
  placeholder?: ComponentChildren
  children: (later: LaterCode['later']) => ComponentChildren
}) {
  useEffect(() => withCode(() => undefined), [])
  const code = loadedCode.value
  return <>{code === null ? placeholder : children(code.later)}</>
}

/** Any screen except home. `form` is the swap form that a proposal fills in. */
export function LazyScreen({
  app,
  screen,
  form,
}: {
  app: AppModel
  screen: Exclude<Screen, { name: 'home' }>
  form: () => ComponentChildren
}) {
  return (
    <Lazy
      key={JSON.stringify(screen)}
      placeholder={<div class="screen" />}
      onBack={app.back}
      load={async () => (await screens()).loadScreen(app, screen, form)}
    />
  )
}

export function LazySheet({ app, sheet }: { app: AppModel; sheet: Exclude<OpenSheet, null> }) {
  return <Lazy key={JSON.stringify(sheet)} load={async () => (await screens()).loadSheet(app, sheet)} />
}

/** Says so if the later code could not be loaded. */
export function LazyQuote({ app }: { app: AppModel }) {
  return (
    <Lazy
      placeholder={<div class="quote-slot" />}
      load={async () => {
        const { Quote } = (await screens()).later
        return { view: () => <Quote app={app} /> }
      }}
    />
  )
}
