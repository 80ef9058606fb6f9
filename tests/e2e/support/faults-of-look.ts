import type { Page } from '@playwright/test';

declare global {
  interface Window {
    look: {
      findFaults: () => string[];
      findCovered: () => string[];
      findColourless: () => string[];
      findSideways: () => string[];
    };
  }
}

/**
 * Installs layout checks in a page: elements that are too wide or too narrow, and controls that cannot be pressed. Only
 * the text of this function is sent to the browser, so it uses nothing from outside.
 */
function install(): void {
  const fewLetters = 5;
  const controls =
    'a[href], button, input, select, textarea, summary, [role="tab"], [role="button"], [role="switch"], [role="menuitem"]';

  const isShown = (element: Element) => {
    if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return false;
    const { width, height } = element.getBoundingClientRect();
    // Content for screen readers only is one pixel wide or clipped.
    return width > 1 && height > 1 && getComputedStyle(element).clipPath === 'none';
  };
  const named = (element: Element) => {
    const words =
      element.getAttribute('aria-label') ??
      element.textContent?.trim().replace(/\s+/g, ' ') ??
      element.getAttribute('name');
    return `${element.tagName.toLowerCase()} «${(words || element.getAttribute('name') || element.id).slice(0, 40)}»`;
  };
  /** Nearest horizontally scrolling ancestor. */
  const scrollerOf = (element: Element) => {
    for (let at = element.parentElement; at && at !== document.body; at = at.parentElement) {
      if (/auto|scroll/.test(getComputedStyle(at).overflowX) && at.scrollWidth > at.clientWidth) return at;
    }
    return null;
  };

  function findSideways(): string[] {
    const { scrollWidth, clientWidth } = document.documentElement;
    const faults = scrollWidth > clientWidth ? [`the page scrolls sideways by ${scrollWidth - clientWidth} px`] : [];
    for (const control of document.querySelectorAll(controls)) {
      if (!isShown(control) || control.closest('[inert]') || scrollerOf(control)) continue;
      const { left, right } = control.getBoundingClientRect();
      if (left < -1 || right > clientWidth + 1) faults.push(`${named(control)} leaves the screen`);
    }
    return faults;
  }

  const isInline = (element: Element) => getComputedStyle(element).display === 'inline';

  /** Text nodes by the element that lays out their lines. */
  function textsByBox(): Map<Element, Text[]> {
    const boxes = new Map<Element, Text[]>();
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const text = walker.currentNode as Text;
      if (!text.data.trim()) continue;
      let box = text.parentElement;
      while (box && isInline(box)) box = box.parentElement;
      if (!box || /SCRIPT|STYLE|NOSCRIPT|OPTION|TEXTAREA/.test(box.tagName)) continue;
      boxes.set(box, [...(boxes.get(box) ?? []), text]);
    }
    return boxes;
  }

  type Line = { top: number; bottom: number; width: number };
  function linesOf(texts: Text[]): Line[] {
    const lines: Line[] = [];
    const range = document.createRange();
    for (const text of texts) {
      range.selectNodeContents(text);
      for (const { top, bottom, width } of range.getClientRects()) {
        if (width < 1) continue;
        const line = lines.find((other) => top < other.bottom - 2 && bottom > other.top + 2);
        if (line) line.width += width;
        else lines.push({ top, bottom, width });
      }
    }
    return lines.sort((one, other) => one.top - other.top);
  }
  function lettersOf(texts: Text[], line: Line): string {
    let letters = '';
    const range = document.createRange();
    for (const text of texts) {
      for (let at = 0; at < text.length; at += 1) {
        range.setStart(text, at);
        range.setEnd(text, at + 1);
        const { top, bottom } = range.getBoundingClientRect();
        const middle = (top + bottom) / 2;
        if (middle > line.top && middle < line.bottom) letters += text.data[at];
      }
    }
    return letters;
  }

  function findThin(): string[] {
    const faults: string[] = [];
    for (const [box, texts] of textsByBox()) {
      if (!isShown(box) || box.closest('.sr-only, [inert]')) continue;
      const style = getComputedStyle(box);
      // Code is exempt from word checks.
      if (/mono/.test(style.fontFamily)) continue;
      const size = Number.parseFloat(style.fontSize);
      const isCut = style.textOverflow === 'ellipsis' && box.scrollWidth > box.clientWidth + 1;
      if (isCut && box.clientWidth < 0.6 * fewLetters * size)
        faults.push(`${named(box)} is cut off after a few letters`);
      // Each text in a flex or grid container is an item with lines of its own.
      const groups = /flex|grid/.test(style.display) ? texts.map((text) => [text]) : [texts];
      for (const group of groups) {
        const lines = linesOf(group);
        const thin = lines.slice(0, -1).filter(({ width }) => width < fewLetters * size);
        for (const line of thin) {
          const hasOthers = [...box.querySelectorAll('*')].some((other) => {
            const { top, bottom, width } = other.getBoundingClientRect();
            return width > 0 && !isInline(other) && top < line.bottom && bottom > line.top;
          });
          if (hasOthers) continue;
          const letters = lettersOf(group, line);
          // Between two words a line may end early if the box has room.
          const isRoomy = box.clientWidth > 4.5 * size && /^\s|[\s-]$/.test(letters);
          if (!isRoomy && letters.replace(/\s/g, '').length < fewLetters) {
            faults.push(`${named(box)} breaks after «${letters.trim()}»`);
            break;
          }
        }
      }
    }
    return faults;
  }

  function findNarrowFields(): string[] {
    return [...document.querySelectorAll('input, select, textarea')].flatMap((field) => {
      if (!isShown(field) || /checkbox|radio|hidden|file|range|color/.test(field.getAttribute('type') ?? '')) return [];
      const style = getComputedStyle(field);
      const size = Number.parseFloat(style.fontSize);
      // The header's search field collapses to an icon in narrow layouts.
      const isIcon = field.clientWidth <= 44;
      return [
        ...(size < 16 ? [`${named(field)} has letters of ${size} px: phones zoom in`] : []),
        ...(!isIcon && field.clientWidth < 5 * size ? [`${named(field)} is only ${field.clientWidth} px wide`] : []),
      ];
    });
  }

  /** Titles that fall back to the browser's default font until the web font loads. */
  const findNamelessFonts = (): string[] =>
    [...document.querySelectorAll('h1, h2, h3, body')]
      .filter((element) => !/(?:sans-serif|monospace)$/.test(getComputedStyle(element).fontFamily))
      .map((element) => `${named(element)} has no generic font`);

  /** Elements that cover a control after it is scrolled into view. */
  function findCovered(): string[] {
    const faults: string[] = [];
    for (const control of document.querySelectorAll<HTMLInputElement>(controls)) {
      if (!isShown(control) || control.disabled || control.closest('[inert]')) continue;
      // An invisible control is pressed by its label.
      if (getComputedStyle(control).opacity === '0') continue;
      control.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
      const [rect] = control.getClientRects();
      if (!rect) continue;
      const hit = document.elementFromPoint(rect.left + rect.width / 2, rect.top + rect.height / 2);
      if (hit && (control.contains(hit) || [...(control.labels ?? [])].some((label) => label.contains(hit)))) continue;
      faults.push(`${named(control)} is covered by ${hit ? named(hit) : 'the edge of the screen'}`);
    }
    return faults;
  }

  /** Content that is invisible in forced colours: buttons without a border, meaning conveyed only by colour. */
  function findColourless(): string[] {
    const buttons = [...document.querySelectorAll('.button')].filter((button) => {
      const { borderTopWidth, borderTopStyle } = getComputedStyle(button);
      return isShown(button) && (borderTopStyle === 'none' || Number.parseFloat(borderTopWidth) < 1);
    });
    const marks = [...document.querySelectorAll('[role="img"], [role="img"] > span')].filter((mark) => {
      const style = getComputedStyle(mark);
      const isColoured = style.backgroundImage !== 'none' || !/, 0\)|transparent/.test(style.backgroundColor);
      return isShown(mark) && isColoured && style.getPropertyValue('forced-color-adjust') !== 'none';
    });
    return [
      ...buttons.map((button) => `${named(button)} has no edge`),
      ...marks.map((mark) => `${named(mark)} has no colour`),
    ];
  }

  window.look = {
    findFaults: () => [...findSideways(), ...findThin(), ...findNarrowFields(), ...findNamelessFonts()],
    findCovered,
    findColourless,
    findSideways,
  };
}

/** Installs `window.look` in every document of a page. */
export const teachToLook = async (page: Page): Promise<void> => void (await page.addInitScript(install));
