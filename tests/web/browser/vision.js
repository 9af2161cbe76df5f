// Simulates colour blindness. Takes two pictures of one place as base64 PNGs, and returns the share of points that
// differ clearly for each type. The types are matrices for linear RGB (Machado, Oliveira and Fernandes, 2009).
// Differences are distances in OKLab.
async ([before, after, ways, clear]) => {
  const linear = (value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
  async function points(data) {
    const image = new Image();
    image.src = `data:image/png;base64,${data}`;
    await image.decode();
    const canvas = new OffscreenCanvas(image.width, image.height).getContext("2d");
    canvas.drawImage(image, 0, 0);
    const { data: bytes } = canvas.getImageData(0, 0, image.width, image.height);
    return Array.from({ length: bytes.length / 4 }, (_, at) =>
      [0, 1, 2].map((part) => linear(bytes[4 * at + part] / 255)),
    );
  }
  const times = (matrix, point) => matrix.map((row) => row[0] * point[0] + row[1] * point[1] + row[2] * point[2]);
  function lab(point) {
    const cones = times(
      [
        [0.4122214708, 0.5363325363, 0.0514459929],
        [0.2119034982, 0.6806995451, 0.1073969566],
        [0.0883024619, 0.2817188376, 0.6299787005],
      ],
      point,
    );
    const roots = cones.map((value) => Math.cbrt(Math.max(value, 0)));
    return times(
      [
        [0.2104542553, 0.793617785, -0.0040720468],
        [1.9779984951, -2.428592205, 0.4505937099],
        [0.0259040371, 0.7827717662, -0.808675766],
      ],
      roots,
    );
  }
  const [was, is] = [await points(before), await points(after)];
  return ways.map((matrix) => {
    const seen = (point) => lab(times(matrix, point));
    const differ = was.filter(
      (point, at) => Math.hypot(...seen(point).map((part, i) => part - seen(is[at])[i])) > clear,
    );
    return differ.length / was.length;
  });
};
