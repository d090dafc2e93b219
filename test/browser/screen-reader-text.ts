/** From `Accessibility.getFullAXTree`. Missing properties are absent. */
export interface AccessibilityNode {
  readonly nodeId: string
  readonly ignored: boolean
  readonly role?: { readonly value?: unknown }
  readonly name?: { readonly value?: unknown }
  readonly description?: { readonly value?: unknown }
  readonly value?: { readonly value?: unknown }
  readonly properties?: readonly { readonly name: string; readonly value: { readonly value?: unknown } }[]
  readonly parentId?: string
  readonly childIds?: readonly string[]
  /** Its `aria-current` value. */
  readonly currentAs?: string
}

/** Their inner text is their name, and is not read twice. */
const namedByContent = new Set(
  'button cell checkbox columnheader combobox DisclosureTriangle heading link menuitem option radio rowheader searchbox switch tab term textbox'.split(
    ' ',
  ),
)
/** Only their content is read. */
const silent = new Set(
  'RootWebArea WebArea none generic paragraph InlineTextBox LineBreak ListMarker LabelText definition DescriptionList sectionheader sectionfooter'.split(
    ' ',
  ),
)
/** They are read only if they have a name. */
const readOnlyWhenNamed = new Set('form group list main region'.split(' '))
/** States that a screen reader says, by property. A false state is not read. */
const states: { readonly [property: string]: (value: unknown) => string } = {
  focused: () => 'focused',
  disabled: () => 'disabled',
  busy: () => 'busy',
  modal: () => 'modal',
  selected: () => 'selected',
  pressed: (value) => (value === 'true' ? 'pressed' : ''),
  checked: (value) => (value === 'true' ? 'on' : 'off'),
  invalid: (value) => (value === 'false' ? '' : 'invalid'),
  hasPopup: (value) => `opens a ${value}`,
}

/**
 * Returns a screen reader's text of a page from top to end: a line per element with role, name, value, states
 * and description. `steady` replaces figures that vary between runs.
 */
export function screenReaderLines(nodes: readonly AccessibilityNode[]): readonly string[] {
  const byId = new Map(nodes.map((node) => [node.nodeId, node]))
  const lines: string[] = []
  let words: string[] = []
  const endWords = (): void => {
    if (words.length > 0) lines.push(`"${replaceVaryingText(words.join(' '))}"`)
    words = []
  }
  const visit = (node: AccessibilityNode, isNamed: boolean): void => {
    const role = String(node.role?.value ?? '')
    const name = textOf(node.name)
    if (!node.ignored && role === 'StaticText') {
      if (!isNamed && name !== '') words.push(name)
      return
    }
    const isSaid = !node.ignored && !silent.has(role) && !(readOnlyWhenNamed.has(role) && name === '')
    const isApart = isSaid || /^(paragraph|definition)$/.test(role)
    if (isApart) endWords()
    if (isSaid && !isNamed) lines.push(spokenLine(node, role, name))
    for (const id of node.childIds ?? []) {
      const child = byId.get(id)
      if (child !== undefined) visit(child, isNamed || (isSaid && namedByContent.has(role)))
    }
    if (isApart) endWords()
  }
  for (const node of nodes) if (node.parentId === undefined) visit(node, false)
  endWords()
  return lines
}

function spokenLine(node: AccessibilityNode, role: string, name: string): string {
  const { value, description, properties = [], currentAs } = node
  const said = properties.flatMap((property) => {
    if (property.name === 'expanded') return [property.value.value === true ? 'expanded' : 'collapsed']
    if (property.name === 'level' && role === 'heading') return [`level ${property.value.value}`]
    const state = property.value.value === false ? '' : (states[property.name]?.(property.value.value) ?? '')
    return state === '' ? [] : [state]
  })
  if (currentAs !== undefined) said.push(`current ${currentAs}`)
  return [
    role,
    ...(name === '' ? [] : [`"${replaceVaryingText(name)}"`]),
    ...(textOf(value) === '' ? [] : [`= ${replaceVaryingText(textOf(value))}`]),
    ...(said.length === 0 ? [] : [`(${said.join(', ')})`]),
    ...(textOf(description) === '' ? [] : [`– ${replaceVaryingText(textOf(description))}`]),
  ].join(' ')
}

/** Removes the marks that isolate a name in another script. */
function textOf(reported: { readonly value?: unknown } | undefined): string {
  return String(reported?.value ?? '')
    .replace(/[\u2066-\u2069]/g, '')
    .replace(/\s+/g, ' ')
    .trim()
}

/**
 * Replaces text that varies between runs with a word: hex, times of the day, durations, and amounts, which
 * follow prices and gas. Whole numbers stay: of steps, of checks, of routes.
 */
export function replaceVaryingText(text: string): string {
  return text
    .replace(/(https?:\/\/)?\b[\w.]+:\d{4,5}\b|https?:\/\/[\w.]*\w/g, '<address>')
    .replace(/\bblock \d+/g, 'block <number>')
    .replace(/0x[0-9a-f]+(…[0-9a-f]+)?/gi, '<hex>')
    .replace(/\b\d{1,2}:\d\d(:\d\d)?( ?[AP]M)?/g, '<time>')
    .replace(/~?\b\d+ (sec|min|seconds?|minutes?)\b/g, '<duration>')
    .replace(/<?\$?\b\d[\d,]*\.\d+/g, '<amount>')
}

/** An expression: records the announcements of live regions in order, each change once. */
export const recordAnnouncements = `(() => {
  globalThis.announced = []
  const last = new Map()
  const regions = '[role="status"], [role="alert"], [aria-live]:not([aria-live="off"]), output'
  const hear = (region) => {
    const said = region.innerText.replace(/[\\u2066-\\u2069]/g, '').replace(/\\s+/g, ' ').trim()
    if (last.get(region) === said) return
    last.set(region, said)
    const isUrgent = region.role === 'alert' || region.ariaLive === 'assertive'
    if (said !== '') globalThis.announced.push((isUrgent ? 'at once: ' : 'in turn: ') + said)
  }
  for (const region of document.querySelectorAll(regions)) last.set(region, region.innerText)
  new MutationObserver((changes) => {
    const changed = new Set()
    for (const { target, addedNodes } of changes) {
      const around = (target.nodeType === 1 ? target : target.parentElement)?.closest(regions)
      if (around) changed.add(around)
      for (const added of addedNodes) {
        if (added.nodeType !== 1) continue
        if (added.matches(regions)) changed.add(added)
        for (const inside of added.querySelectorAll(regions)) changed.add(inside)
      }
    }
    for (const region of changed) if (region.isConnected) hear(region)
  }).observe(document.body, { subtree: true, childList: true, characterData: true })
})()`
