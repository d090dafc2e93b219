import { effect, signal, untracked } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useEffect } from 'preact/hooks'
import type { AppModel } from '../lib/models/app-model.ts'
import type { Screen } from '../lib/models/screen.ts'
import type { OpenSheet } from '../lib/models/screen-model.ts'
import { Lazy } from './parts/Lazy.tsx'
import type { CodeName, PartName } from './screens.tsx'

type LaterCode = typeof import('./screens.tsx')

/** The code of a swap up to its review; null until it is loaded. */
export const loadedCode = signal<LaterCode | null>(null)

async function screens(): Promise<LaterCode> {
  const { later, loadPart, loadScreen, loadSheet, preloadCode } = await import('./screens.tsx')
  // Once only: with each new object the form would be followed again.
  loadedCode.value ??= { later, loadPart, loadScreen, loadSheet, preloadCode }
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
 * the parts of the form show it.
 */
export function withCode(run: (code: LaterCode) => void): void {
  const code = loadedCode.peek()
  if (code === null) screens().then(run, () => undefined)
  else run(code)
}

/** Loads the code of screens early. A failure is ignored here: the real load fails again and shows it. */
export function preload(...names: readonly CodeName[]): void {
  withCode(({ preloadCode }) => names.forEach(preloadCode))
}

/** Draws with the later code, and `placeholder` before it is loaded. If the load fails, the parts of the form show it. */
export function WithCode({
  placeholder,
  children,
}: {
  placeholder?: ComponentChildren
  children: (later: LaterCode['later']) => ComponentChildren
}) {
  useEffect(() => preload(), [])
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
      load={async () => (await screens()).loadScreen(app, screen, form)}
    />
  )
}

export function LazySheet({ app, sheet }: { app: AppModel; sheet: Exclude<OpenSheet, null> }) {
  return <Lazy key={JSON.stringify(sheet)} load={async () => (await screens()).loadSheet(app, sheet)} />
}

export function LazyPart({
  app,
  name,
  placeholder,
}: {
  app: AppModel
  name: PartName
  placeholder?: ComponentChildren
}) {
  return (
    <Lazy key={name} placeholder={placeholder} load={async () => (await screens()).loadPart(app, name)} />
  )
}
