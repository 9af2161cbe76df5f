// The names that our scripts import from the bundle of d3-zoom.
export const select: any;
export const zoom: any;
export const zoomIdentity: any;
export const zoomTransform: (element: Element) => { readonly k: number; readonly x: number; readonly y: number };
