// Declares for `tsc` what the scripts find in a page.
//
// A script and its template are written together, so a lookup is typed as found; where an element may be missing, the
// script asks with `?.`. Elements have the properties of every kind that our templates use.

type PageElement = {
  readonly dataset: Record<string, string>;
  readonly elements: Record<string, PageElement>;
  readonly form: HTMLFormElement;
  hidden: boolean;
  readonly parentElement: PageElement;
  cloneNode(deep?: boolean): PageElement;
} & HTMLElement &
  Pick<HTMLInputElement, "checked" | "defaultValue" | "disabled" | "name" | "select" | "type" | "value"> &
  Pick<HTMLSelectElement, "options" | "selectedOptions"> &
  Pick<HTMLFormElement, "action" | "submit"> &
  Pick<HTMLDialogElement, "close" | "open" | "showModal"> &
  Pick<HTMLAnchorElement, "hash" | "href"> &
  Pick<HTMLTimeElement, "dateTime"> & { readonly ownerSVGElement: SVGSVGElement } & Pick<SVGGraphicsElement, "getBBox">;

interface ParentNode {
  querySelector(selectors: `form${string}`): PageElement & HTMLFormElement;
  querySelector(selectors: string): PageElement;
  querySelectorAll(selectors: string): NodeListOf<PageElement>;
}

interface Document {
  getElementById(id: string): PageElement;
}

interface Element {
  closest(selectors: string): PageElement | null;
  setAttribute(name: string, value: string | number): void;
}

// These convert a number or null to a string.
interface JSON {
  parse(text: string | null): any;
}
interface String {
  replace(searched: string, value: string | number): string;
}

/** An event whose target is an element of the page. */
type Happened<E extends Event> = E & { readonly target: PageElement };

/** The details of an event of htmx or its extension for server-sent events. */
interface HtmxDetail {
  readonly elt: PageElement;
  readonly xhr: XMLHttpRequest;
  readonly requestConfig: { readonly elt: PageElement; readonly parameters: FormData };
  readonly fragment: DocumentFragment;
  readonly type: string;
  readonly data: string;
  readonly again?: boolean;
}

type HtmxEvent = Happened<CustomEvent<HtmxDetail>>;

type PageEvents = { pageshow: PageTransitionEvent } & {
  [Name in keyof DocumentEventMap]: Happened<DocumentEventMap[Name]>;
} & {
  [Name in `htmx:${string}`]: HtmxEvent;
} & { [Name in `regnum:${string}`]: Happened<CustomEvent> };

type Listener<Name extends keyof PageEvents> = (event: PageEvents[Name]) => void;
type Options = AddEventListenerOptions | boolean;

interface Document {
  addEventListener<Name extends keyof PageEvents>(type: Name, listener: Listener<Name>, options?: Options): void;
  addEventListener(type: string, listener: (event: Happened<PointerEvent>) => void, options?: Options): void;
}
interface HTMLElement {
  addEventListener<Name extends keyof PageEvents>(type: Name, listener: Listener<Name>, options?: Options): void;
  addEventListener(type: string, listener: (event: Happened<PointerEvent>) => void, options?: Options): void;
}
interface Window {
  addEventListener<Name extends keyof PageEvents>(type: Name, listener: Listener<Name>, options?: Options): void;
  addEventListener(type: string, listener: (event: Happened<PointerEvent>) => void, options?: Options): void;
}

interface Window {
  readonly htmx: {
    createEventSource: (address: string) => EventSource;
    swap(target: Element, content: string, how: object, options: object): void;
    trigger(target: Element, name: string, detail: object): void;
  };
  readonly Idiomorph: {
    morph(from: Element, to: Element): void;
    readonly defaults: {
      readonly callbacks: {
        beforeAttributeUpdated: (name: string, node: Element) => boolean;
        beforeNodeAdded: (node: PageElement) => void;
        beforeNodeMorphed: (was: PageElement, is: PageElement) => boolean;
      };
    };
  };
}

interface Navigator {
  readonly connection?: EventTarget;
}

/** A part of the page, from the stream or from a scene. */
interface PageUpdate {
  readonly type: string;
  readonly data: string;
}

/** A position of the table in a playback or replay: its text, and the type and data of each changed part. */
interface Scene {
  readonly text: string;
  readonly changes: [string, string][];
}

/** The points of a side: all of them, and by source. */
interface Points {
  readonly all: number;
  readonly parts: Map<string, number>;
}

/** A box in the window, in pixels. */
type Box = Pick<DOMRect, "x" | "y" | "right" | "bottom">;

/** A point in the window, in pixels. */
interface Spot {
  readonly x: number;
  readonly y: number;
}

/** A square of a tile: its row and column in the tile, and the kind of cell that it needs. */
type Square = [number, number, string];

/** A button of the bar below the board: its class, label and action. */
type BarButton = [string, string, () => void];
